import type { RoomId } from "#app/domain/ids.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { readErrorCode } from "#app/server-client/read-error-code.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { roomAccessTokenHeaders } from "#app/server-client/room-access-tokens.ts";

export type ImportProgress = Pick<Extract<LinkImportUpdate, { type: "progress" }>, "receivedBytes" | "totalBytes">;
export type ImportOutcome = Exclude<LinkImportUpdate, { type: "progress" }>;

type ImportOptions = {
  readonly link: string;
  /** Aborting closes the connection, which stops the server as well. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
};

/** Has the server download the file at a link and add it to a room. Fails with `upload-cancelled` when the signal aborts. */
export async function importFromLink(roomId: RoomId, { link, signal, onProgress }: ImportOptions): Promise<ImportOutcome> {
  try {
    const response = await sendRequest(`/api/rooms/${roomId}/links`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...roomAccessTokenHeaders({ roomId }) },
      body: JSON.stringify({ link }),
      signal,
    });
    if (!response.ok || !response.body)
      return { type: "failed", code: replaceInternal(await readErrorCode(response, "internal"), "import-failed") };
    for await (const line of readLines(response.body)) {
      // our own server writes the lines
      const message = JSON.parse(line) as LinkImportUpdate;
      if (message.type !== "progress") return message;
      onProgress(message);
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
