import type { Client } from "#tests/workers/support/client.ts";

/** A message of the sync protocol. */
export type Message = { readonly type: string } & Readonly<Record<string, unknown>>;

const open: WebSocket[] = [];

/** Closes the connections of a test. The set-up calls it after each. */
export function closeLiveSockets(): void {
  for (const socket of open.splice(0)) socket.close(1000);
}

/** A connection that records what it receives. */
export async function connect(client: Client, headers: Record<string, string> = {}) {
  const { webSocket: socket, status } = await client.fetch("/api/1.48.0/sync", {
    headers: { Upgrade: "websocket", ...headers },
  });
  if (!socket) {
    return { status, received: [] as Message[], send: () => undefined, close: () => undefined, closed: Promise.resolve(0) };
  }
  const received: Message[] = [];
  socket.addEventListener("message", ({ data }) => void received.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  socket.accept();
  open.push(socket);
  const send = (message: unknown) => socket.send(typeof message === "string" ? message : JSON.stringify(message));
  send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0, clientTs: Date.now(), lastCloseReason: null });
  return { status, received, send, close: () => socket.close(1000), closed };
}

export const add = (queryId: number, udfPath: string, args: object) => ({ type: "Add", queryId, udfPath, args: [args] });
export const modify = (baseVersion: number, modifications: readonly object[]) => {
  return { type: "ModifyQuerySet", baseVersion, newVersion: baseVersion + 1, modifications };
};
export const results = (received: readonly Message[]) =>
  received.flatMap(({ modifications = [] }) => modifications as readonly Message[]);
