import { expect, it } from "vitest";
import { waitUntil } from "#tests/support/wait.ts";
import { Broadcaster } from "#workers/room-object/broadcaster.ts";
import type { ConnectionStore } from "#workers/room-object/connection-store.ts";
import { TurnSender } from "#workers/room-object/turn-sender.ts";

/** A broadcaster for three sockets, and what was sent to whom. */
function createFixture() {
  const sent: string[] = [];
  const createSocket = (name: string) =>
    ({ send: (text: string) => sent.push(`${name} ${JSON.parse(text).type}`) }) as unknown as WebSocket;
  const sockets = ["a", "b", "c"].map(createSocket);
  const broadcaster = new Broadcaster({
    connections: { sockets: () => sockets } as unknown as ConnectionStore,
    onEnded: () => undefined,
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

it("what is broadcast together is one frame, events and a single message are frames of their own", () => {
  const { broadcaster, sent } = createFixture();
  const toFirst = () => sent.splice(0).filter((line) => line.startsWith("a "));
  broadcaster.batch(() => {
    broadcaster.broadcast({ type: "members-changed" });
    broadcaster.broadcast({ type: "events", revision: 1, events: [] });
    broadcaster.broadcast({ type: "members-changed" });
  });
  expect(toFirst()).toEqual(["a events", "a batch"]);
  broadcaster.batch(() => broadcaster.broadcast({ type: "members-changed" }));
  expect(toFirst()).toEqual(["a members-changed"]);
  broadcaster.batch(() => undefined);
  expect(toFirst()).toEqual([]);
  broadcaster.batch(() => {
    broadcaster.batch(() => broadcaster.broadcast({ type: "members-changed" }));
    broadcaster.broadcast({ type: "members-changed" });
  });
  expect(toFirst()).toEqual(["a batch"]);
});

it("frames for many sockets keep their order and leave other work its turn", async () => {
  const sent: string[] = [];
  const names = new Map(Array.from({ length: 500 }, (_, i) => [{} as WebSocket, `s${i}`]));
  const sender = new TurnSender((socket, text) => sent.push(`${names.get(socket)} ${text}`));
  const sockets = [...names.keys()];
  const [last, closed] = [sockets[499], sockets[498]];
  if (!last || !closed) throw new Error("no sockets");
  sender.send("first", sockets);
  sender.send("second", sockets);
  expect([sent.length, sender.isBusy()]).toEqual([200, true]);
  // before something newer is sent to it
  sender.flush(last);
  sender.forget(closed);
  expect(sent.slice(200)).toEqual(["s499 first", "s499 second"]);
  await waitUntil(() => !sender.isBusy());
  expect(sent.length).toBe(998);
  for (const name of names.values()) {
    const expected = name === "s498" ? [] : [`${name} first`, `${name} second`];
    expect(sent.filter((line) => line.startsWith(`${name} `))).toEqual(expected);
  }
});
