import { expect, it } from "vitest";
import { Broadcaster } from "#workers/room-object/broadcaster.ts";
import type { ConnectionStore } from "#workers/room-object/connection-store.ts";

/** A broadcaster for three sockets, and what was sent to whom. */
function createFixture() {
  const sent: string[] = [];
  const createSocket = (name: string) =>
    ({ send: (text: string) => sent.push(`${name} ${JSON.parse(text).type}`) }) as unknown as WebSocket;
  const sockets = ["a", "b", "c"].map(createSocket);
  const broadcaster = new Broadcaster({
    connections: { sockets: () => sockets } as unknown as ConnectionStore,
    onLeft: () => undefined,
    onDismissed: () => undefined,
    onClosed: () => undefined,
  });
  return { broadcaster, sent, sockets: sockets as [WebSocket, WebSocket, WebSocket] };
}

it("the one who gave a command gets its events and its reply first, the others get the events", () => {
  const { broadcaster, sent, sockets } = createFixture();
  broadcaster.serveFirst(sockets[1], () => {
    broadcaster.broadcast({ type: "members-changed" });
    broadcaster.send(sockets[1], { type: "reply", id: "c1", error: null });
  });
  expect(sent).toEqual(["b members-changed", "b reply", "a members-changed", "c members-changed"]);
});

it("the others get what was broadcast before an error", () => {
  const { broadcaster, sent, sockets } = createFixture();
  const fail = () => {
    broadcaster.broadcast({ type: "members-changed" });
    throw new Error("fails");
  };
  expect(() => broadcaster.serveFirst(sockets[0], fail)).toThrow("fails");
  broadcaster.broadcast({ type: "members-changed" });
  expect(sent).toEqual(["a", "b", "c", "a", "b", "c"].map((name) => `${name} members-changed`));
});
