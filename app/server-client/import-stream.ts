import type { RoomId } from "#app/domain/ids.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { readErrorCode } from "./read-error-code.ts";
import { replaceInternal } from "./replace-internal.ts";
import { roomAccessTokenHeaders } from "./room-access-tokens.ts";

export type ImportProgress = Pick<Extract<LinkImportUpdate, { type: "progress" }>, "receivedBytes" | "totalBytes">;
export type ImportOutcome = Exclude<LinkImportUpdate, { type: "progress" }>;

export type ImportOptions = {
  /** Aborting closes the connection, which stops the server as well. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
};

type ImportRequest = ImportOptions & { readonly roomId: RoomId; readonly body?: object };

/**
 * Has the server download a file and add it to a room: a request whose response is a JSON object per line. Fails with
 * `upload-cancelled` when the signal aborts, and with `network` if the response ends early.
 */
export async function streamImport(path: string, request: ImportRequest): Promise<ImportOutcome> {
  const { roomId, body, signal, onProgress } = request;
  try {
    const response = await sendRequest(path, {
      method: "POST",
      headers: { ...(body && { "Content-Type": "application/json" }), ...roomAccessTokenHeaders({ roomId }) },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    if (!response.ok || !response.body)
      return { type: "failed", code: replaceInternal(await readErrorCode(response, "internal"), "import-failed") };
    for await (const line of readLines(response.body)) {
      // our own server writes the lines
      const message = JSON.parse(line) as LinkImportUpdate;
      if (message.type !== "progress") return message;
      // a line that was buffered before the import was cancelled
      if (!signal.aborted) onProgress(message);
    }
    return { type: "failed", code: "network" };
  } catch {
    return { type: "failed", code: signal.aborted ? "upload-cancelled" : "network" };
  }
}

/** The non-empty lines of a text stream that end with a line feed. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let incompleteLine = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (incompleteLine + decoder.decode(value, { stream: true })).split("\n");
    incompleteLine = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}
