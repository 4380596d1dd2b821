import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import { waitFor } from "#tests/support/wait.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { withLimits } from "#tests/workers/support/with-limits.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { SubscriptionStore } from "#workers/live-object/subscription-store.ts";
import { add, connect, type Message, modify, results } from "./live-socket.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** All rows of all tables of the live object, as JSON. */
function readStorage(): Promise<string> {
  return runInDurableObject(liveObject(env), (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
      .toArray();
    return JSON.stringify(tables.map(({ name }) => [name, storage.sql.exec(`SELECT * FROM ${name}`).toArray()]));
  });
}

const countOutcomes = () =>
  runInDurableObject(
    liveObject(env),
    (_, { storage }) => storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM outcomes").one().n,
  );
const readAlarm = () => runInDurableObject(liveObject(env), (_, { storage }) => storage.getAlarm());

async function open(client: Client, name: string) {
  const connection = await connect(client);
  const { received, send } = connection;
  send({ type: "Connect", sessionId: name, connectionCount: 0, clientTs: 0, lastCloseReason: null });
  const mutate = async (requestId: number, udfPath: string, args: object): Promise<Message> => {
    const before = received.length;
    send({ type: "Mutation", requestId, udfPath, args: [args] });
    return waitFor(() => {
      const response = received.find((message, at) => at >= before && message["requestId"] === requestId);
      if (!response) throw new Error("no response");
      return response;
    });
  };
  return { ...connection, mutate };
}

/** Lets the stored outcomes of other tests expire. */
async function expireOutcomes(): Promise<void> {
  skipTime(liveLimits.outcomeRetentionMs + 1000);
  await runInDurableObject(liveObject(env), (live) => live.alarm());
  vi.restoreAllMocks();
}

it("the outcomes of mutations are stored sealed, and sent again as they were", async () => {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Cellar" });
  await owner.call("rooms.update", { id, password: "open sesame" });
  const { mutate, close } = await open(owner, "sealed");
  const invitation = { id, role: "viewer", expiresInMs: 3_600_000, uses: 5 };
  const invited = await mutate(0, "invites.create", invitation);
  const entered = await mutate(1, "rooms.generateAccessToken", {
    room_url: id,
    session_id: "a browser",
    password: "open sesame",
  });
  const secrets = [(invited["result"] as { code: string }).code, (entered["result"] as { token: string }).token];
  for (const secret of secrets) expect(secret).toMatch(/^.{20,}$/);
  const stored = await readStorage();
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect((await mutate(0, "invites.create", invitation))["result"]).toEqual(invited["result"]);
  close();
});

it("the arguments of queries are stored sealed, and are read again by an object that has nothing else of them", async () => {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Cellar" });
  await owner.call("rooms.update", { id, password: "a sealed sesame" });
  const { send, received, close } = await open(createClient(), "asking");
  send(modify(0, [add(1, "rooms:checkPassword", { room_url: id, password: "a sealed sesame" })]));
  await waitFor(() => expect(results(received)).toMatchObject([{ queryId: 1, value: { valid: true } }]));
  expect(await readStorage()).not.toContain("a sealed sesame");
  await runInDurableObject(liveObject(env), (_, { storage }) => {
    const query = "SELECT connection FROM subscriptions WHERE path LIKE 'rooms%checkPassword'";
    const { connection } = storage.sql.exec<{ connection: string }>(query).one();
    const [subscription] = new SubscriptionStore(storage, env.APP_SECRET).list(connection);
    expect(subscription?.args).toContain("a sealed sesame");
    expect(new SubscriptionStore(storage, "x".repeat(32)).list(connection)).toEqual([]);
  });
  close();
});

it("refusals before any effect are not stored", async () => {
  await expireOutcomes();
  const { mutate, close } = await open(createClient(), "refused");
  const calls = [
    ["no.suchFunction", {}],
    ["rooms.create", { name: 5 }],
    ["rooms.create", { name: "No" }],
    ["rooms.get", { id: "a query" }],
  ] as const;
  for (const [requestId, [path, args]] of calls.entries()) {
    expect(await mutate(requestId, path, args)).toMatchObject({ type: "MutationResponse", success: false });
  }
  expect(await countOutcomes()).toBe(0);
  close();
});

it("outcomes are deleted after an hour, also when no socket is open", async () => {
  await expireOutcomes();
  const { mutate, close } = await open(await registerUser(), "an hour");
  await mutate(0, "rooms.create", { name: "Short" });
  expect(await countOutcomes()).toBe(1);
  close();
  await waitFor(async () => expect((await liveObject(env).count()).connections).toBe(0));
  await runInDurableObject(liveObject(env), (live) => live.alarm());
  expect(await readAlarm()).toBeLessThanOrEqual(Date.now() + liveLimits.outcomeRetentionMs + 1000);
  await expireOutcomes();
  expect(await countOutcomes()).toBe(0);
  await runInDurableObject(liveObject(env), async (_, { storage }) => storage.deleteAlarm());
});

it("the oldest outcomes of a payer go first, and their mutations are not run again", async () => {
  await withLimits(liveLimits.outcomes, { perHolder: 3 }, async () => {
    await expireOutcomes();
    const owner = await registerUser();
    const { mutate, close } = await open(owner, "many");
    for (let i = 0; i < 5; i++) await mutate(i, "rooms.create", { name: `Room ${i}` });
    expect(await countOutcomes()).toBe(3);
    const repeated = await mutate(1, "rooms.create", { name: "Room 1" });
    expect(repeated).toMatchObject({ success: false, errorData: { code: "outcome-unknown" } });
    expect((await mutate(4, "rooms.create", { name: "Room 4" }))["success"]).toBe(true);
    const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM rooms WHERE name LIKE 'Room %'").first<{ n: number }>()) ?? {
      n: 0,
    };
    expect(n).toBe(5);
    close();
  });
});

it("the outcomes of all payers are bounded together", async () => {
  await withLimits(liveLimits.outcomes, { inAll: 3 }, async () => {
    await expireOutcomes();
    for (let i = 0; i < 3; i++) {
      const { mutate, close } = await open(await registerUser(), `payer ${i}`);
      for (let request = 0; request < 2; request++) await mutate(request, "rooms.create", { name: `Of ${i}` });
      close();
    }
    expect(await countOutcomes()).toBe(3);
  });
});
