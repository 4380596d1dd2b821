import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import type { AccessToken } from "#app/protocol/http.ts";
import { waitFor } from "#tests/support/wait.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { FunctionRunner } from "#workers/live-object/function-runner.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { add, connect, modify, results } from "./live-socket.ts";

const LIST = "rooms.getPublicRoomsWithAuthors";

/** Records for whom queries are evaluated, in their order. */
function recordEvaluations(): string[] {
  const addresses: string[] = [];
  const { query } = FunctionRunner.prototype;
  vi.spyOn(FunctionRunner.prototype, "query").mockImplementation(function (this: FunctionRunner, call, identity) {
    addresses.push(identity.caller.address);
    return query.call(this, call, identity);
  });
  return addresses;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const searches = (count: number) => Array.from({ length: count }, (_, i) => add(i, LIST, { search: `word${i}` }));

it("WK1 a message that does not change the caller evaluates nothing", async () => {
  const evaluations = recordEvaluations();
  const { received, send, close } = await connect(createClient());
  send(modify(0, searches(20)));
  await waitFor(() => expect(results(received)).toHaveLength(20));
  const before = evaluations.length;
  for (let i = 0; i < 8; i++) send({ type: "Authenticate", tokenType: "None", baseVersion: i });
  await waitFor(() => {
    const versions = received.map(({ endVersion }) => (endVersion as { identity: number } | undefined)?.identity);
    expect(versions).toContain(8);
  });
  expect(evaluations.length).toBe(before);
  close();
});

it("a message that changes the caller evaluates its queries once each", async () => {
  const mira = await registerUser();
  const { token }: AccessToken = await (await mira.fetch("/api/ably/token")).json();
  const evaluations = recordEvaluations();
  const { received, send, close } = await connect(createClient());
  send(modify(0, [...searches(5), add(9, "tracks.list", {})]));
  await waitFor(() => expect(results(received)).toHaveLength(6));
  send({ type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 });
  await waitFor(() => expect(results(received).at(-1)).toMatchObject({ type: "QueryUpdated", queryId: 9 }));
  expect(evaluations.length).toBe(12);
  close();
});

it("WK1 the queries of a payer who owes something wait, and are evaluated once when the budget allows it", async () => {
  const client = createClient({ address: "10.44.0.1" });
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "First" });
  const { received, send, close } = await connect(client);
  send(modify(0, [add(0, "rooms.get", { id }), add(1, LIST, { search: "the" })]));
  await waitFor(() => expect(results(received)).toHaveLength(2));
  isolateWork.charge("address 10.44.0.1", 13_000, Date.now());
  const evaluations = recordEvaluations();
  for (const name of ["The second", "The third", "The fourth"]) await owner.call("rooms.update", { id, name });
  await liveObject(env).notifyWrite();
  // the version of a change that waits for nothing is confirmed meanwhile
  send(modify(1, [add(2, "rooms.get", { id: "elsewhere" })]));
  await waitFor(() => expect(received.at(-1)).toMatchObject({ type: "Transition", endVersion: { querySet: 2 } }));
  expect(evaluations).toEqual([]);
  expect(results(received)).toHaveLength(2);
  skipTime(120_000);
  await waitFor(() => expect(results(received)).toHaveLength(5));
  expect(evaluations).toHaveLength(3);
  expect(results(received).find((result, at) => at > 1 && result["queryId"] === 0)).toMatchObject({
    value: { name: "The fourth" },
  });
  close();
});

it("WK1 evaluations are charged: the call, the rows and the result", async () => {
  const charged: number[] = [];
  const { charge } = isolateWork;
  vi.spyOn(isolateWork, "charge").mockImplementation((payer, units, nowMs) => {
    if (payer === "address 10.44.0.2") charged.push(units);
    charge.call(isolateWork, payer, units, nowMs);
  });
  const { received, send, close } = await connect(createClient({ address: "10.44.0.2" }));
  send(modify(0, searches(10)));
  await waitFor(() => expect(results(received)).toHaveLength(10));
  const total = charged.reduce((sum, units) => sum + units, 0);
  expect(total).toBeGreaterThan(10);
  close();
});

it("WK2 a write evaluates the queries of a caller with few of them before most of one with many", async () => {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Many" });
  const [greedy, honest] = [
    await connect(createClient({ address: "10.44.0.3" })),
    await connect(createClient({ address: "10.44.0.4" })),
  ];
  greedy.send(modify(0, searches(100)));
  await waitFor(() => expect(results(greedy.received)).toHaveLength(100));
  honest.send(modify(0, [add(0, "rooms.get", { id })]));
  await waitFor(() => expect(results(honest.received)).toHaveLength(1));
  const evaluations = recordEvaluations();
  await owner.call("rooms.update", { id, name: "Many more" });
  await waitFor(() => expect(results(honest.received)).toHaveLength(2));
  expect(evaluations.indexOf("10.44.0.4")).toBeLessThan(10);
  await waitFor(() => expect(evaluations.length).toBeGreaterThanOrEqual(101));
  for (const { close } of [greedy, honest]) close();
});

it("subscriptions of one caller to the same query share an evaluation", async () => {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Shared" });
  const { received, send, close } = await connect(createClient());
  send(
    modify(
      0,
      Array.from({ length: 50 }, (_, i) => add(i, LIST, { search: "shared", counts: "live" })),
    ),
  );
  await waitFor(() => expect(results(received)).toHaveLength(50));
  const evaluations = recordEvaluations();
  await owner.call("rooms.update", { id, description: "by all" });
  await waitFor(() => expect(results(received)).toHaveLength(100));
  expect(evaluations.length).toBeLessThan(5);
  close();
});

it("WK1 reads of a room, over HTTP and by live queries, leave a person's messages to their devices", async () => {
  const { owner, id } = await createRoomWithTracks();
  const device = await joinRoom(owner, id);
  vi.setSystemTime(Date.now());
  const refusals = await Promise.all(Array.from({ length: 60 }, () => owner.refusal("rooms.getState", { id })));
  expect(new Set(refusals)).toEqual(new Set([undefined]));
  expect(await device.command({ type: "pause" })).toBeNull();
  device.socket.close(1000);
});

it("WK1 the connections of a payer who sends more than it can pay for are closed", async () => {
  const { send, closed } = await connect(createClient({ address: "10.44.0.5" }));
  isolateWork.charge("address 10.44.0.5", 1_000_000, Date.now());
  send({ type: "Event", eventType: "x" });
  expect(await closed).toBe(1013);
});

it("queries that waited when the object fell asleep are evaluated when it wakes", async () => {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Asleep" });
  const { received, send, close } = await connect(createClient());
  send(modify(0, [add(0, "rooms.get", { id })]));
  await waitFor(() => expect(results(received)).toHaveLength(1));
  await runInDurableObject(liveObject(env), (live, state) => {
    state.storage.sql.exec("UPDATE subscriptions SET digest = ''");
    // what the runtime does when it wakes the object
    return new (live.constructor as new (state: DurableObjectState, env: Env) => object)(state, env);
  });
  await waitFor(() => expect(results(received)).toHaveLength(2));
  close();
});
