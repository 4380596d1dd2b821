import type { CDPSession } from "@playwright/test";

export type PlainPage = {
  /** Sends a command of the DevTools protocol to the page. */
  readonly send: CDPSession["send"];
};

type Reply = { readonly id?: number; readonly result?: object; readonly error?: { readonly message: string } };

/**
 * Opens a page as a user has it: with the profile on disk, the service worker, and nothing that observes the page. Playwright's own
 * contexts cache HTTP responses in memory, and its pages keep the bodies of responses for inspection: about 80 KB for each
 * second of FLAC, twice.
 *
 * @param session of the browser
 */
export async function openPlainPage(session: CDPSession, url: string): Promise<PlainPage> {
  const { targetId } = await session.send("Target.createTarget", { url });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId });
  const pending = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  session.on("Target.receivedMessageFromTarget", (event) => {
    // the protocol defines the format of its messages
    const reply = event.sessionId === sessionId ? (JSON.parse(event.message) as Reply) : {};
    if (reply.id !== undefined) pending.get(reply.id)?.(reply);
  });

  async function send(method: string, params: object = {}): Promise<object> {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<Reply>((resolve) => pending.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await session.send("Target.sendMessageToTarget", { sessionId, message });
    const { result = {}, error } = await replied;
    pending.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  // the results have the types that the protocol defines for each method
  return { send: send as CDPSession["send"] };
}
