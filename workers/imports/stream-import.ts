import { setTimeout as sleep } from "node:timers/promises";
import { type Lease, Leases } from "#app/domain/access/leases.ts";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import type { LinkFailure } from "./link-failure.ts";
import type { LinkProgress } from "./store-download.ts";

export type ImportRun = {
  /** Aborts when the client disconnects, or the download loses its place. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LinkProgress) => void;
};

/** How often the client gets the progress: a connection that it has closed is noticed when something is sent. */
const TICK_MS = 2 * SECOND_MS;
const POLL_MS = 100;
/** A request that was cut off, and renews nothing, does not keep its place for longer. */
const LEASE_MS = 30 * SECOND_MS;
/** For a person who has as many downloads running as they may have. */
const RUNNING_WAIT_SECONDS = 15;

const { downloadsAtOnce: perHolder, downloadsInAll: inAll } = importLimits;
/** The downloads that run in this isolate. Each has one part in memory. */
const downloads = new Leases({ perHolder, inAll }, LEASE_MS);

/**
 * Responds at once, and imports while the response is read: a stream of JSON lines (`LinkImportUpdate`), so that the client can show
 * the progress. The import is aborted if the client disconnects, or a person with fewer downloads needs its place.
 */
export function streamImport(
  context: SignedInContext,
  run: (run: ImportRun) => Promise<Result<TrackId, LinkFailure>>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const stopped = new AbortController();
  const send = (update: LinkImportUpdate) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(update)}\n`)).catch(() => stopped.abort());
  const runImport = async () => {
    const imported = await runLeased(context.user.id, { run, send, stopped });
    if (imported.ok) await send({ type: "done", trackId: imported.value });
    else await send({ type: "failed", ...imported.error });
  };
  context.waitUntil(
    runImport()
      .catch(async (error) => {
        logError("import", error);
        await send({ type: "failed", code: "import-failed" });
      })
      // the writer is already closed if the client has disconnected
      .finally(() => writer.close().catch(() => undefined)),
  );
  return new Response(readable, { headers: { "Content-Type": "application/x-ndjson", ...NO_STORE } });
}

type LeasedImport = {
  readonly run: (run: ImportRun) => Promise<Result<TrackId, LinkFailure>>;
  readonly send: (update: LinkImportUpdate) => Promise<unknown>;
  readonly stopped: AbortController;
};

async function runLeased(userId: UserId, { run, send, stopped }: LeasedImport): Promise<Result<TrackId, LinkFailure>> {
  const refusal = fail({ code: "too-many-downloads", detail: { waitSeconds: RUNNING_WAIT_SECONDS } } as const);
  const lease = await takePlace(userId);
  if (!lease) return refusal;
  let latest: LinkProgress = { receivedBytes: 0, totalBytes: null };
  let isDisplaced = false;
  const onProgress = (progress: LinkProgress) => {
    latest = progress;
    void send({ type: "progress", ...progress });
  };
  const timer = setInterval(() => {
    isDisplaced = !downloads.renew(lease, Date.now());
    if (isDisplaced) stopped.abort();
    else onProgress(latest);
  }, TICK_MS);
  try {
    const imported = await run({ signal: stopped.signal, onProgress });
    return isDisplaced && !imported.ok ? refusal : imported;
  } finally {
    clearInterval(timer);
    downloads.release(lease);
  }
}

/** Waits a moment for a download that was cancelled, and is about to notice. */
async function takePlace(userId: UserId): Promise<Lease | null> {
  const untilMs = Date.now() + 3 * TICK_MS;
  for (;;) {
    const nowMs = Date.now();
    const lease = downloads.take(userId, nowMs);
    if (lease || nowMs >= untilMs) return lease;
    await sleep(POLL_MS);
  }
}
