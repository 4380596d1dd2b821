import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import { waitFor } from "#tests/support/wait.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { withLimits } from "#tests/workers/support/with-limits.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { add, connect, modify, results } from "./live-socket.ts";

const rooms = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => add(first + i, "rooms.get", { id: `room-${first + i}` }));
const count = () => liveObject(env).count();
const databaseSize = () => runInDurableObject(liveObject(env), (_, { storage }) => storage.sql.databaseSize);
const close = (sockets: readonly { readonly close: () => void }[]) => {
  for (const socket of sockets) socket.close();
};

it("WK3 a payer has 400 subscriptions at most, over all connections", async () => {
  const client = createClient();
  const connections = [await connect(client), await connect(client), await connect(client)];
  for (const { send } of connections.slice(0, 2)) send(modify(0, rooms(200)));
  await waitFor(async () => expect((await count()).queries).toBe(liveLimits.queries.perHolder));
  connections[2]?.send(modify(0, rooms(1)));
  expect(await connections[2]?.closed).toBe(1013);
  expect((await count()).queries).toBe(liveLimits.queries.perHolder);
  const other = await connect(createClient());
  other.send(modify(0, rooms(1)));
  await waitFor(() => expect(results(other.received)).toHaveLength(1));
  close([...connections, other]);
  await waitFor(async () => expect((await count()).queries).toBe(0));
});

it("WK3 when all subscriptions are held, the connections of the one who holds the most are closed", async () => {
  await withLimits(liveLimits.queries, { inAll: 30 }, async () => {
    const [greedy, honest, late] = [
      await connect(createClient()),
      await connect(createClient()),
      await connect(createClient()),
    ];
    greedy.send(modify(0, rooms(24)));
    honest.send(modify(0, rooms(4)));
    await waitFor(async () => expect((await count()).queries).toBe(28));
    late.send(modify(0, rooms(5)));
    expect(await greedy.closed).toBe(1013);
    await waitFor(() => expect(results(late.received)).toHaveLength(5));
    expect((await count()).queries).toBe(9);
    close([honest, late]);
  });
  await waitFor(async () => expect((await count()).queries).toBe(0));
});

it("WK3 the shares are counted again after the object has slept", async () => {
  const connection = await connect(createClient());
  connection.send(modify(0, rooms(3)));
  await waitFor(async () => expect((await count()).queries).toBe(3));
  const subscriptions = await runInDurableObject(liveObject(env), (live, state) => {
    // what the runtime does when it wakes the object
    const woken = new (
      live.constructor as new (
        state: DurableObjectState,
        env: Env,
      ) => { count(): Promise<{ queries: number }> }
    )(state, env);
    return woken.count();
  });
  expect(subscriptions.queries).toBe(3);
  connection.close();
  await waitFor(async () => expect((await count()).queries).toBe(0));
});

it("WK3 an address has 500 sockets at most, and the next one is refused without an error", async () => {
  const client = createClient();
  const sockets = [];
  for (let i = 0; i < liveLimits.sockets.perHolder; i++) sockets.push(await connect(client));
  const response = await client.fetch("/api/1.48.0/sync", { headers: { Upgrade: "websocket" } });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "900"]);
  expect(response.headers.get("X-Request-Id")).toMatch(/^.{12}$/);
  expect(await response.json()).toMatchObject({ code: "too-many-attempts" });
  expect((await connect(createClient())).status).toBe(101);
  close(sockets);
  await waitFor(async () => expect((await count()).connections).toBeLessThan(2));
});

it("WK3 when all sockets are taken, one of the address with the most makes place for another address", async () => {
  await waitFor(async () => expect((await count()).connections).toBe(0));
  await withLimits(liveLimits.sockets, { inAll: 4 }, async () => {
    const client = createClient();
    const greedy = [await connect(client), await connect(client), await connect(client)];
    const honest = await connect(createClient());
    const late = await connect(createClient());
    expect(late.status).toBe(101);
    expect(await Promise.race(greedy.map(({ closed }) => closed))).toBe(1013);
    expect((await count()).connections).toBe(4);
    expect((await connect(client)).status).toBe(429);
    close([...greedy, honest, late]);
  });
});

it("a query of no function, with invalid or with long arguments fails, and is not stored", async () => {
  const { received, send, close: end } = await connect(createClient());
  send(
    modify(0, [
      add(0, "no:suchfunction", { text: "x" }),
      add(1, "rooms.create", { name: "A mutation" }),
      add(2, "rooms.get", { id: 5 }),
      add(3, "rooms.getPublicRoomsWithAuthors", { search: "x".repeat(9000) }),
      add(4, "dev.listObjects", {}),
    ]),
  );
  await waitFor(() => expect(results(received)).toHaveLength(5));
  const failures = new Map(results(received).map((result) => [result["queryId"], result]));
  const codes = [...failures.values()].map(({ errorData }) => (errorData as { code: string }).code);
  expect(new Set(results(received).map(({ type }) => type))).toEqual(new Set(["QueryFailed"]));
  expect(codes.slice(0, 4)).toEqual(["unknown-function", "unknown-function", "invalid-arguments", "invalid-arguments"]);
  expect((await count()).queries).toBeLessThanOrEqual(1);
  send(
    modify(
      1,
      [0, 1, 2, 3, 4].map((queryId) => ({ type: "Remove", queryId })),
    ),
  );
  await waitFor(() => expect(results(received).filter(({ type }) => type === "QueryRemoved")).toHaveLength(5));
  end();
});

it("the object gives back its space when no subscription is left", async () => {
  const before = await databaseSize();
  const { send, close: end } = await connect(createClient());
  send(
    modify(
      0,
      Array.from({ length: 200 }, (_, i) => add(i, "rooms.getPublicRoomsWithAuthors", { search: `${i}${"x".repeat(90)}` })),
    ),
  );
  await waitFor(async () => expect((await count()).queries).toBe(200));
  expect(await databaseSize()).toBeGreaterThan(before);
  end();
  await waitFor(async () => expect((await count()).queries).toBe(0));
  await runInDurableObject(liveObject(env), (live) => live.alarm());
  expect(await databaseSize()).toBeLessThanOrEqual(64 * 1024);
  // it works as before
  const again = await connect(createClient());
  again.send(modify(0, rooms(1)));
  await waitFor(() => expect(results(again.received)).toHaveLength(1));
  again.close();
});

it("messages of unexpected versions close the connection", async () => {
  for (const message of [
    { ...modify(0, []), newVersion: 7 },
    modify(3, []),
    { type: "Authenticate", tokenType: "None", baseVersion: 2 },
  ]) {
    const connection = await connect(createClient());
    connection.send(message);
    expect(await connection.closed).toBe(1002);
  }
});
