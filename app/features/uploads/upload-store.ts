import { formatFromFileName } from "#app/domain/audio-format.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { FileTags } from "./read-tags.ts";

/** One file on its way into a room. */
export type UploadItem = {
  readonly id: number;
  readonly roomId: RoomId;
  readonly file: File;
  /** Null before they are read. */
  readonly tags: FileTags | null;
  /** An address of the cover for this page only. */
  readonly coverUrl: string | null;
  readonly step: UploadStep;
};

export type UploadStep =
  | { readonly name: "waiting" }
  | { readonly name: "reading" }
  | { readonly name: "uploading"; readonly sentBytes: number; readonly startedAtMs: number }
  | { readonly name: "finishing" }
  | { readonly name: "done" }
  | { readonly name: "failed"; readonly error: ErrorCode };

/** Files at once: while the server looks at one, the next is sent. */
const AT_ONCE = 2;

/** Uploads of this page: they go on when their dialog is closed, and when somebody walks to another room. */
let items: readonly UploadItem[] = [];
let nextId = 1;
const aborts = new Map<number, AbortController>();
/** What each file that is under way comes to its end by. */
const ends = new Map<number, Promise<void>>();
const listeners = new Set<() => void>();

export const uploads = {
  view: (): readonly UploadItem[] => items,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  add(roomId: RoomId, files: readonly File[]): void {
    const added = files.map((file): UploadItem => {
      const checked = checkFile(file);
      const step: UploadStep = checked.ok ? { name: "waiting" } : { name: "failed", error: checked.error };
      nextId += 1;
      return { id: nextId, roomId, file, tags: null, coverUrl: null, step };
    });
    publish([...items, ...added]);
    fill();
  },

  /** Stops a file, or takes it off the list when it has nothing more to do. */
  cancel(id: number): void {
    aborts.get(id)?.abort();
    const item = items.find((one) => one.id === id);
    if (item?.coverUrl) URL.revokeObjectURL(item.coverUrl);
    publish(items.filter((one) => one.id !== id));
    fill();
  },

  retry(id: number): void {
    change(id, { step: { name: "waiting" } });
    fill();
  },

  cancelAll(roomId: RoomId): void {
    for (const item of items) if (item.roomId === roomId && isUnderWay(item.step)) uploads.cancel(item.id);
  },

  /** Takes off the list what is through. */
  clearDone(): void {
    for (const { id, step } of items) if (step.name === "done") uploads.cancel(id);
  },
};

export function isUnderWay({ name }: UploadStep): boolean {
  return name !== "done" && name !== "failed";
}

/** What can be told from the outside, before anything is sent. */
function checkFile(file: File): Result<null> {
  if (file.size === 0) return fail("file-empty");
  if (file.size > limits.audioBytes) return fail("file-too-large");
  const isAudio = formatFromFileName(file.name) !== null || file.type.startsWith("audio/");
  return isAudio ? ok(null) : fail("not-audio");
}

/** Starts what waits, as far as there is room. */
function fill(): void {
  const running = items.filter(({ step }) => isUnderWay(step) && step.name !== "waiting").length;
  const waiting = items.filter(({ step }) => step.name === "waiting");
  for (const item of waiting.slice(0, Math.max(0, AT_ONCE - running))) start(item);
}

function start(item: UploadItem): void {
  const before = [...ends.values()];
  const end = run(item, () => Promise.all(before).then(() => undefined));
  ends.set(item.id, end);
  void end.then(() => {
    ends.delete(item.id);
    fill();
  });
}

async function run(item: UploadItem, turn: () => Promise<void>): Promise<void> {
  const abort = new AbortController();
  aborts.set(item.id, abort);
  change(item.id, { step: { name: "reading" } });
  try {
    await send(item, turn, abort.signal);
  } catch {
    // the code for it could not be fetched
    change(item.id, { step: { name: "failed", error: "network" } });
  }
  aborts.delete(item.id);
}

async function send(
  { id, roomId, file, tags: known }: UploadItem,
  turn: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // most who come to a room add nothing
  const [{ readTags }, { uploadFile }] = await Promise.all([import("./read-tags.ts"), import("./upload-file.ts")]);
  const tags = known ?? (await readTags(file));
  if (signal.aborted) return;
  const startedAtMs = performance.now();
  if (!known) change(id, { tags, coverUrl: tags.cover && URL.createObjectURL(tags.cover.image) });
  change(id, { step: { name: "uploading", sentBytes: 0, startedAtMs } });
  const outcome = await uploadFile(file, tags, roomId, {
    signal,
    onSent: (sentBytes) => change(id, { step: { name: "uploading", sentBytes, startedAtMs } }),
    onFinishing: () => change(id, { step: { name: "finishing" } }),
    turn,
  });
  change(id, { step: outcome.ok ? { name: "done" } : { name: "failed", error: outcome.error } });
}

function change(id: number, changes: Partial<UploadItem>): void {
  publish(items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
}

function publish(next: readonly UploadItem[]): void {
  items = next;
  // the browser asks before it closes a page that still sends something, wherever on it somebody is
  if (items.some(({ step }) => isUnderWay(step))) window.addEventListener("beforeunload", askToStay);
  else window.removeEventListener("beforeunload", askToStay);
  for (const listener of listeners) listener();
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
