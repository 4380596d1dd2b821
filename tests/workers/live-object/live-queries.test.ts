import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { AccessToken } from "#app/protocol/http.ts";
import { PING, PONG } from "#app/protocol/room-messages.ts";
import { waitFor } from "#tests/support/wait.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { EVALUATIONS_PER_CALL } from "#workers/live-object/refresh-batches.ts";
import { add, connect, modify, results } from "./live-socket.ts";

describe("a live connection", () => {
  it("is kept alive by pings", async () => {
    const { received } = await connect(createClient());
    expect(await runDurableObjectAlarm(liveObject(env))).toBe(true);
    await waitFor(() => expect(received).toContainEqual({ type: "Ping" }));
    // clients give up a connection on which they receive nothing for a minute
    const next = await runInDurableObject(liveObject(env), (_, { storage }) => storage.getAlarm());
    expect((next ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThan(60_000);
  });

  it("answers the pings of the pages, which are no messages of the protocol", async () => {
    const { webSocket: socket } = await createClient().fetch("/api/1.48.0/sync", { headers: { Upgrade: "websocket" } });
    if (!socket) throw new Error("no socket");
    const answer = new Promise((resolve) => socket.addEventListener("message", ({ data }) => resolve(data)));
    socket.accept();
    socket.send(PING);
    expect(await answer).toBe(PONG);
    socket.close(1000);
  });

  it("is closed after a message that is not of the protocol", async () => {
    for (const malformed of ["", "{", '"x"', "[]", '{"type":"Unknown"}', '{"type":"Connect"}', `"${"x".repeat(300_000)}"`]) {
      const connection = await connect(createClient());
      connection.send(malformed);
      expect(await connection.closed, malformed.slice(0, 40)).toBe(1002);
    }
  });

  it("is closed when it sends too many messages, or subscribes to too many queries", async () => {
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const chatty = await connect(createClient());
    for (let i = 0; i < 250; i++) chatty.send({ type: "Event", eventType: "x" });
    expect(await chatty.closed).toBe(1013);
    const greedy = await connect(createClient());
    greedy.send(
      modify(
        0,
        Array.from({ length: 201 }, (_, i) => add(i, "rooms:get", { id: `${i}` })),
      ),
    );
    expect(await greedy.closed).toBe(1013);
  });

  it("is refused for other sites, unknown versions and endless tokens", async () => {
    expect((await connect(createClient(), { Origin: "https://evil.example" })).status).toBe(403);
    expect((await connect(createClient(), { "X-Room-Token": "x".repeat(3000), "X-Room-Session": "x" })).status).toBe(400);
    const other = await createClient().fetch("/api/2.0.0/sync", { headers: { Upgrade: "websocket" } });
    expect(other.status).toBe(404);
  });

  it("loses its rights when the session of its token ends", async () => {
    const mira = await registerUser();
    const { token }: AccessToken = await (await mira.fetch("/api/ably/token")).json();
    const { received, send } = await connect(createClient());
    send({ type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 });
    send(modify(0, [add(0, "rooms.listTargets", {}), add(1, "users.listSessions", {})]));
    await waitFor(() => {
      const refused = { type: "QueryFailed", errorData: { code: "token-insufficient" } };
      expect(results(received)).toMatchObject([{ type: "QueryUpdated" }, refused]);
    });
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: "https://tutti.test" } });
    await waitFor(() => expect(received.map(({ type }) => type)).toContain("AuthError"));
    // its queries are evaluated after it is told
    await waitFor(() => {
      expect(results(received).at(-1)).toMatchObject({ type: "QueryFailed", errorData: { code: "login-required" } });
    });
    send({ type: "Mutation", requestId: 0, udfPath: "rooms.create", args: [{ name: "No" }] });
    await waitFor(() => {
      expect(received).toContainEqual(expect.objectContaining({ type: "MutationResponse", success: false }));
    });
  });

  it("does not receive results that it may not read, after its access ends", async () => {
    const owner = await registerUser();
    const { id } = await owner.call("rooms.create", { name: "Kitchen" });
    const { received, send } = await connect(createClient());
    send(modify(0, [add(7, "rooms.getState", { id })]));
    await waitFor(() => expect(results(received)).toHaveLength(1));
    await owner.call("rooms.update", { id, password: "open sesame" });
    await waitFor(() => {
      expect(results(received).at(-1)).toMatchObject({ type: "QueryFailed", errorData: { code: "room-password-required" } });
    });
  });

  it("sends a change that affects more queries than one call may evaluate", async () => {
    const owner = await registerUser();
    const { id } = await owner.call("rooms.create", { name: "Kitchen" });
    const queries = Array.from({ length: 0.75 * EVALUATIONS_PER_CALL }, (_, i) => add(i, "rooms.get", { id }));
    const connections = [await connect(createClient()), await connect(createClient()), await connect(createClient())];
    for (const { send } of connections) send(modify(0, queries));
    const expectTitles = (count: number) =>
      waitFor(() => {
        for (const { received } of connections) expect(results(received)).toHaveLength(count);
      });
    await expectTitles(queries.length);
    await owner.call("rooms.update", { id, name: "Loft" });
    await expectTitles(2 * queries.length);
    for (const { received } of connections) expect(results(received).at(-1)).toMatchObject({ value: { name: "Loft" } });
  });

  it("does not repeat a mutation of another client that has the same name", async () => {
    const [mira, oleg] = await Promise.all([registerUser("Mira"), registerUser("Oleg")]);
    const create = { type: "Mutation", requestId: 5, udfPath: "rooms.create", args: [{ name: "Kitchen" }] };
    const responses = [];
    for (const user of [mira, mira, oleg]) {
      const { received, send } = await connect(user);
      send({ type: "Connect", sessionId: "the-same-name", connectionCount: 0, clientTs: 0, lastCloseReason: null });
      send(create);
      await waitFor(() => expect(received.map(({ type }) => type)).toContain("MutationResponse"));
      responses.push(received.find(({ type }) => type === "MutationResponse"));
    }
    const [first, again, other] = responses.map((response) => (response?.["result"] as { id: string } | undefined)?.id);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
