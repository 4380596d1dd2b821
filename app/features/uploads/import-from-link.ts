import type { RoomId } from "#app/domain/ids.ts";
import type { LinkLine } from "#app/protocol/http.ts";
import { responseErrorCode } from "#app/server-client/response-code.ts";
import { roomAccessTokenHeaders } from "#app/server-client/room/room-access-tokens.ts";

/** How it ended. */
export type LinkEnd = Exclude<LinkLine, { type: "progress" }>;

type Asked = {
  readonly link: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Extract<LinkLine, { type: "progress" }>) => void;
};

/** Has the server fetch the file behind a link into a room; hanging up gives it up. */
export async function fetchByLink(roomId: RoomId, { link, signal, onProgress }: Asked): Promise<LinkEnd> {
  try {
    const answer = await fetch(`/api/rooms/${roomId}/links`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...roomAccessTokenHeaders({ roomId }) },
      body: JSON.stringify({ link }),
      signal,
    });
    if (!answer.ok || !answer.body) return { type: "failed", code: await responseErrorCode(answer, "internal") };
    for await (const line of linesOf(answer.body)) {
      // our own server writes them
      const said = JSON.parse(line) as LinkLine;
      if (said.type !== "progress") return said;
      onProgress(said);
    }
    return { type: "failed", code: "network" };
  } catch {
    // the way to the server broke, or somebody gave it up
    return { type: "failed", code: signal.aborted ? "upload-cancelled" : "network" };
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}
