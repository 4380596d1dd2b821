import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { type DuplicateCandidate, mutation, query } from "#app/server-client/functions.ts";
import { forgetUpload, uploadIdOf, withdrawUpload } from "./announcements.ts";
import type { FileFacts } from "./file-facts.ts";
import { analysisPool, readPool } from "./file-workers.ts";
import { sendFile } from "./send-file.ts";
import { retryRequest } from "./send-part.ts";
import type { UploadItem, UploadStep } from "./upload-item.ts";
import { uploads, work } from "./upload-store.ts";

// What waits is read one file after the other; what is read is sent two at a time, and listened to meanwhile.

/** Files that are sent at once: while the server looks at one, the next is on its way. */
const SENT_AT_ONCE = 2;
/** Files that are being read, and those on the line with what they come to their end by. */
const reading = new Set<number>();
const onLine = new Map<number, Promise<void>>();

let isOpen = false;

/** From here on the lanes follow the list by themselves. */
export function createLanes(): void {
  if (isOpen) return;
  isOpen = true;
  uploads.subscribe(fill);
  fill();
}

/** Starts what waits, as far as there is room. */
function fill(): void {
  const items = uploads.view();
  const unread = reading.size === 0 ? items.find(({ step }) => step.name === "waiting") : undefined;
  if (unread) void readNext(unread);
  for (const item of items) {
    if (onLine.size >= SENT_AT_ONCE) return;
    const isReady = item.step.name === "queued" || item.step.name === "taking";
    if (isReady && !onLine.has(item.id)) put(item);
  }
}

function put(item: UploadItem): void {
  const before = [...onLine.values()];
  const turn = () => Promise.all(before).then(() => undefined);
  // on the line before it is begun: what it says on its way comes back here
  let end: () => void = () => undefined;
  onLine.set(item.id, new Promise((resolve) => (end = resolve)));
  const sent = item.step.name === "taking" ? take(item, item.step.trackId, turn) : send(item, turn);
  void sent.finally(() => {
    onLine.delete(item.id);
    end();
    fill();
  });
}

async function readNext(item: UploadItem): Promise<void> {
  reading.add(item.id);
  await read(item).finally(() => reading.delete(item.id));
  fill();
}

async function read({ id, roomId, file, isResumed }: UploadItem): Promise<void> {
  const signal = work.signalOf(id);
  step(id, { name: "reading", share: 0 });
  const answer = await readPool.ask(file, { signal, onProgress: (share) => step(id, { name: "reading", share }) });
  if (signal.aborted) return;
  if (!answer.ok) return failed(id, answer.error);
  const facts = answer.value;
  work.change(id, { facts, coverUrl: facts.cover && URL.createObjectURL(facts.cover.image) });
  const isTwice = uploads
    .view()
    .some((other) => other.id < id && other.roomId === roomId && other.facts?.sha256 === facts.sha256);
  if (isTwice) return failed(id, "file-chosen-twice");
  // what was begun is not asked about again
  const known = isResumed ? { ok: true as const, value: [] } : await findDuplicates(facts, signal);
  if (signal.aborted) return;
  if (!known.ok) return failed(id, known.error);
  step(id, known.value.length > 0 ? { name: "duplicate", tracks: known.value } : { name: "queued" });
}

async function findDuplicates(facts: FileFacts, signal: AbortSignal): Promise<Result<readonly DuplicateCandidate[]>> {
  const { sha256, durationMs, tags } = facts;
  const { title, artist } = tags;
  const answer = await retryRequest(() => query("tracks.findDuplicates", { sha256, title, artist, durationMs }), signal);
  return answer.ok ? { ok: true, value: answer.value.duplicates } : answer;
}

async function send(item: UploadItem, turn: () => Promise<void>): Promise<void> {
  const { id, roomId, file, facts } = item;
  if (!facts) return;
  const signal = work.signalOf(id);
  const startedAtMs = performance.now();
  let startedAtBytes: number | null = null;
  const onSent = (sentBytes: number) => {
    startedAtBytes ??= sentBytes;
    step(id, { name: "uploading", sentBytes, startedAtMs, startedAtBytes });
  };
  step(id, { name: "uploading", sentBytes: 0, startedAtMs, startedAtBytes: 0 });
  const analysis = analysisPool.ask(file, { signal }).then((answer) => (answer.ok ? answer.value : null));
  const uploadId = await uploadIdOf(item, roomId);
  if (!uploadId.ok) return failed(id, uploadId.error);
  const { sha256, cover } = facts;
  const onFinishing = () => step(id, { name: "finishing" });
  const sent = await sendFile(
    { file, uploadId: uploadId.value, sha256, cover },
    { signal, onSent, onFinishing, turn, analysis },
  );
  done(id, sent);
}

async function take(
  { id, roomId }: UploadItem,
  trackId: DuplicateCandidate["track"]["id"],
  turn: () => Promise<void>,
): Promise<void> {
  const signal = work.signalOf(id);
  await turn();
  const added = await retryRequest(() => mutation("playlist.add", { roomId, trackIds: [trackId] }), signal);
  // the file itself is not wanted any more
  if (added.ok) await withdrawUpload(id);
  done(id, added);
}

function done(id: number, outcome: Result<unknown>): void {
  if (!outcome.ok) return failed(id, outcome.error);
  forgetUpload(id);
  step(id, { name: "done" });
}

function failed(id: number, error: ErrorCode): void {
  step(id, { name: "failed", error });
}

function step(id: number, next: UploadStep): void {
  work.change(id, { step: next });
}
