import { expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { openLiveQueries } from "#app/server-client/live-queries.ts";

/** A socket whose messages a test reads and sends. Answers pings, as the live object does. */
class FakeSocket {
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text: string): void {
    if (text === "ping") this.onmessage?.({ data: "pong" });
    else this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function openWithSockets() {
  const sockets: FakeSocket[] = [];
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const live = openLiveQueries({
    connect() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    after(ms, run) {
      // Only the first reconnection happens at once.
      if (ms === 0) run();
      else timers.push({ ms, run });
      return () => undefined;
    },
    random: () => 0.5,
  });
  return { live, sockets, current: () => sockets.at(-1) as FakeSocket, lastTimer: () => timers.at(-1) };
}

const argsOf = (id: string) => ({ id: id as UserId });
const updated = (queryId: number, value: unknown) => ({
  type: "Transition",
  modifications: [{ type: "QueryUpdated", queryId, value }],
});

it("a new connection begins with all queries, and later changes continue its version", () => {
  const { live, current } = openWithSockets();
  live.subscribe("users.getById", argsOf("a"), () => undefined);
  current().open();
  const endSecond = live.subscribe("users.getById", argsOf("b"), () => undefined);
  endSecond();
  const add = (queryId: number, id: string) => ({ type: "Add", queryId, udfPath: "users:getById", args: [{ id }] });
  expect(current().sent).toEqual([
    expect.objectContaining({ type: "Connect", connectionCount: 0 }),
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "a")] },
    { type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications: [add(1, "b")] },
    { type: "ModifyQuerySet", baseVersion: 2, newVersion: 3, modifications: [{ type: "Remove", queryId: 1 }] },
  ]);
});

it("results and refusals reach their query only, until it ends", () => {
  const { live, current } = openWithSockets();
  const results: unknown[] = [];
  live.subscribe("users.getById", argsOf("other"), () => results.push("other"));
  const end = live.subscribe("users.getById", argsOf("a"), (result) => results.push(result));
  current().open();
  current().receive(updated(1, { name: "Mira" }));
  const failed = { type: "QueryFailed", queryId: 1, errorData: { code: "not-found" } };
  current().receive({ type: "Transition", modifications: [failed] });
  end();
  current().receive(updated(1, { name: "Lea" }));
  expect(results).toEqual([
    { ok: true, value: { name: "Mira" } },
    { ok: false, error: "not-found" },
  ]);
});

it("after a lost connection all queries are sent again, from the first version on", () => {
  const { live, sockets, current } = openWithSockets();
  live.subscribe("users.getById", argsOf("a"), () => undefined);
  current().open();
  current().close();
  expect(sockets.length).toBe(2);
  // Sent once the connection is open, with the others.
  live.subscribe("users.getById", argsOf("b"), () => undefined);
  current().open();
  expect(current().sent).toEqual([
    expect.objectContaining({ type: "Connect", connectionCount: 1 }),
    expect.objectContaining({ baseVersion: 0, newVersion: 1 }),
  ]);
  expect(current().sent[1]).toHaveProperty("modifications.length", 2);
});

it("the server's ping is answered, and other messages are ignored", () => {
  const { current } = openWithSockets();
  current().open();
  const before = current().sent.length;
  current().receive({ type: "Ping" });
  current().receive({ type: "MutationResponse", requestId: 1 });
  expect(current().sent.length).toBe(before);
});

it("a server that closes each new connection again is asked less and less often, until it has sent a result", () => {
  const { live, sockets, current, lastTimer } = openWithSockets();
  live.subscribe("users.getById", argsOf("a"), () => undefined);
  const refuse = () => {
    current().open();
    current().close(1013);
  };
  refuse();
  expect(sockets.length).toBe(2);
  const waitsMs: number[] = [];
  for (let i = 0; i < 3; i++) {
    refuse();
    waitsMs.push(lastTimer()?.ms ?? 0);
    lastTimer()?.run();
  }
  expect(waitsMs).toEqual([750, 1500, 3000]);
  expect(sockets.length).toBe(5);
  current().open();
  current().receive(updated(0, { name: "Mira" }));
  current().close(1013);
  expect(sockets.length).toBe(6);
});
