import type { TrackId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import type { LinkFailure } from "./link-failure.ts";
import type { LinkProgress } from "./store-download.ts";

export type ImportRun = {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LinkProgress) => void;
};

/**
 * Responds at once, and imports while the response is read: a stream of JSON lines (`LinkImportUpdate`), so that the client can show
 * the progress. The import is aborted if the client disconnects.
 */
export function streamImport(
  context: SignedInContext,
  run: (run: ImportRun) => Promise<Result<TrackId, LinkFailure>>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const disconnected = new AbortController();
  const send = (update: LinkImportUpdate) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(update)}\n`)).catch(() => disconnected.abort());
  const runImport = async () => {
    const onProgress = (progress: LinkProgress) => void send({ type: "progress", ...progress });
    const imported = await run({ signal: disconnected.signal, onProgress });
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
