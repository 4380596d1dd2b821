import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { type FunctionReference, makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { WebSocket } from "ws";
import { fixturePath } from "#tests/support/fixtures.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import type { FunctionName } from "#workers/api/registry.ts";
import { expect, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

// The official client, unmodified, in Node.

const clients: { close(): Promise<void> }[] = [];

test.afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const queryNamed = (name: FunctionName) => makeFunctionReference<"query">(name.replace(".", ":"));
const actionNamed = (name: FunctionName) => makeFunctionReference<"action">(name.replace(".", ":"));
const mutationNamed = (name: FunctionName) => makeFunctionReference<"mutation">(name.replace(".", ":"));

const OPTIONS = {
  skipConvexDeploymentUrlCheck: true,
  webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  logger: false,
} as const;

function connect(origin = ""): ConvexClient {
  const client = new ConvexClient(origin, OPTIONS);
  clients.push(client);
  return client;
}

/** The values and errors that a subscription receives. */
function subscribe(client: ConvexClient, query: FunctionReference<"query">, args: Record<string, unknown>) {
  const received: unknown[] = [];
  const unsubscribe = client.onUpdate(
    query,
    args,
    (value) => received.push(value),
    (error) => received.push(error),
  );
  return { received, unsubscribe };
}

/** Signs a client in as a user, and resolves when the server has confirmed it. */
function signIn(client: Pick<ConvexReactClient, "setAuth">, request: APIRequestContext, { cookie }: TestUser): Promise<void> {
  const fetchToken = async () =>
    (await (await request.get("/api/ably/token", { headers: { Cookie: cookie } })).json()).token ?? null;
  return new Promise((resolve) => client.setAuth(fetchToken, (isSignedIn) => isSignedIn && resolve()));
}

/** Written from the registry; a check compares them. */
const FUNCTION_DOCS = readFileSync(new URL("../../docs/functions.md", import.meta.url), "utf8");
const getRoom = queryNamed("rooms.get");
const NOTHING_TO_FIX = { checked: 0, wrong: 0, fixed: 0, nextCursor: null };

test("a subscription receives every change, however it is made, until it ends", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id } = await mira.createRoom("Kitchen");
  const client = connect(baseURL);
  const room = subscribe(client, getRoom, { id });
  const members = subscribe(client, queryNamed("members.list"), { id });
  const names = () => room.received.map((value) => (value as { name: string }).name);
  await expect.poll(names).toEqual(["Kitchen"]);
  await mira.call("mutation", "rooms.update", { id, name: "Cellar" });
  await expect.poll(names).toEqual(["Kitchen", "Cellar"]);
  await mira.call("mutation", "users.updateUserProfile", { id: mira.id, name: "Mira K." });
  await expect.poll(() => JSON.stringify(members.received.at(-1))).toContain("Mira K.");
  await request.post("/api/auth/update-session", { headers: { Cookie: mira.cookie }, data: { name: "Mira L." } });
  await expect.poll(() => JSON.stringify(members.received.at(-1))).toContain("Mira L.");
  await signIn(client, request, mira);
  const library = subscribe(client, queryNamed("tracks.list"), { roomId: id });
  await expect.poll(() => library.received).toMatchObject([{ tracks: [] }]);
  await mira.createRoom("Upload", [fixturePath("cbr.mp3")]);
  await expect.poll(() => library.received.at(-1)).toMatchObject({ tracks: [{ isOwn: true }] });
  room.unsubscribe();
  await mira.call("mutation", "rooms.update", { id, name: "Attic" });
  const again = subscribe(client, queryNamed("rooms.getRoomInfoByUrl"), { room_url: id });
  await expect.poll(() => JSON.stringify(again.received)).toContain("Attic");
  expect(names()).not.toContain("Attic");
});

test("a room's playback is a live query as well", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id } = await mira.createRoom("Kitchen");
  const state = subscribe(connect(baseURL), queryNamed("rooms.getState"), { id });
  await expect.poll(() => state.received.length).toBe(1);
  await mira.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "all" } });
  await expect.poll(() => JSON.stringify(state.received.at(-1))).toContain('"repeat":"all"');
});

test("an error arrives with its data, and heals", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Kitchen");
  const room = subscribe(connect(baseURL), getRoom, { id: `${url}-new` });
  await expect.poll(() => room.received).toMatchObject([{ data: { code: "room-not-found" } }]);
  expect(room.received[0]).toBeInstanceOf(ConvexError);
  await mira.call("mutation", "rooms.update", { id, room_url: `${url}-new` });
  await expect.poll(() => room.received.at(-1)).toMatchObject({ name: "Kitchen" });
});

test("a client signs in with a token, and its queries and mutations run as the user", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const client = connect(baseURL);
  const account = subscribe(client, queryNamed("users.getCurrentUser"), { email: mira.email });
  await expect.poll(() => account.received).toMatchObject([{ data: { code: "login-required" } }]);
  await signIn(client, request, mira);
  await expect.poll(() => account.received.at(-1)).toMatchObject({ username: mira.username });
  const created = await client.mutation(mutationNamed("rooms.create"), { name: "Kitchen" });
  const room = subscribe(client, getRoom, { id: created.id });
  await client.mutation(mutationNamed("rooms.update"), { id: created.id, name: "Cellar" });
  // a client sees its own writes as soon as they are confirmed
  expect(room.received.at(-1)).toMatchObject({ name: "Cellar" });
  const refused = await client.mutation(mutationNamed("rooms.update"), { id: created.id, name: "" }).catch((error) => error);
  expect(refused).toBeInstanceOf(ConvexError);
  expect(refused.data).toEqual({ code: "room-name-required" });
  expect(await client.action(actionNamed("tracks.fixDurations"), { cursor: null })).toEqual(NOTHING_TO_FIX);
});

test("every function answers a signed-in client, with a value or with a refusal that has a code", async ({
  request,
  baseURL,
}) => {
  const client = connect(baseURL);
  await signIn(client, request, await createUser(request, baseURL));
  const functions = [...FUNCTION_DOCS.matchAll(/^## (\S+)\n\n\*(query|mutation|action)\*/gm)];
  expect(functions.length).toBeGreaterThan(60);
  for (const [, name = "", kind] of functions) {
    const path = name as FunctionName;
    const calls = {
      query: () => client.query(queryNamed(path), {}),
      mutation: () => client.mutation(mutationNamed(path), {}),
      action: () => client.action(actionNamed(path), {}),
    };
    const outcome: unknown = await calls[kind as keyof typeof calls]().catch((error) => error);
    if (!(outcome instanceof Error)) continue;
    expect(outcome, name).toBeInstanceOf(ConvexError);
    expect((outcome as ConvexError<{ code: string }>).data.code, name).toMatch(/^[a-z-]+$/);
  }
});

test("a token is renewed before it expires, and the subscriptions of the user go on", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  // as if the token were valid for three seconds
  const client = new ConvexClient(baseURL ?? "", { ...OPTIONS, authRefreshTokenLeewaySeconds: TOKEN_SECONDS - 3 });
  clients.push(client);
  let fetched = 0;
  client.setAuth(async () => {
    fetched += 1;
    return (await (await request.get("/api/ably/token", { headers: { Cookie: mira.cookie } })).json()).token;
  });
  const account = subscribe(client, queryNamed("users.getCurrentUser"), { email: mira.email });
  // the first token is replaced at once, because the client does not know its age
  await expect.poll(() => fetched).toBeGreaterThanOrEqual(3);
  await mira.call("mutation", "users.updateUserProfile", { id: mira.id, name: "Mira K." });
  await expect.poll(() => account.received.at(-1)).toMatchObject({ name: "Mira K." });
});

test("the client for React subscribes, writes and receives numbers of every kind", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id } = await mira.createRoom("Kitchen");
  const client = new ConvexReactClient(baseURL ?? "", OPTIONS);
  clients.push(client);
  await signIn(client, request, mira);
  const watch = client.watchQuery(queryNamed("invites.list"), { id });
  const received: unknown[] = [];
  const unsubscribe = watch.onUpdate(() => received.push(watch.localQueryResult()));
  await expect.poll(() => received).toEqual([{ invites: [] }]);
  const terms = { id, role: "viewer", expiresInMs: 3_600_000n, uses: 5n };
  await client.mutation(mutationNamed("invites.create"), terms);
  await expect.poll(() => received.at(-1)).toMatchObject({ invites: [{ role: "viewer" }] });
  const refused = await client.mutation(mutationNamed("invites.create"), { ...terms, uses: Number.NaN }).catch((e) => e);
  expect(refused.data).toEqual({ code: "invalid-arguments" });
  expect(await client.action(actionNamed("tracks.fixDurations"), { cursor: null })).toEqual(NOTHING_TO_FIX);
  const unknown = await client.action(actionNamed("rooms.get"), { id }).catch((e) => e);
  expect(unknown.data).toEqual({ code: "unknown-function" });
  unsubscribe();
});

/** How long the token of `GET /api/ably/token` is valid. */
const TOKEN_SECONDS = 300;

/** Longer than the steps between a mutation and the cut of its connection take on a busy machine. */
const REPLY_LAG_MS = 4000;

test("a client catches up after a lost connection, and a mutation whose reply was lost runs once", async ({
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { id } = await mira.createRoom("Kitchen");
  const proxy = await startLagProxy(baseURL ?? "", { down: { delayMs: REPLY_LAG_MS, jitterMs: 0 } });
  const client = connect(proxy.url);
  const room = subscribe(client, getRoom, { id });
  const names = () => room.received.map((value) => (value as { name: string }).name);
  await signIn(client, request, mira);
  await expect.poll(names).toEqual(["Kitchen"]);
  const countRooms = async () => (await mira.call("query", "rooms.getUserRoomsWithAuthors", { userId: mira.id })).total;
  const startMs = performance.now();
  const creating = client.mutation(mutationNamed("rooms.create"), { name: "Once" });
  await expect.poll(countRooms).toBe(2);
  await mira.call("mutation", "rooms.update", { id, name: "Cellar" });
  proxy.cut();
  expect(performance.now() - startMs, "the reply may have arrived before the cut").toBeLessThan(REPLY_LAG_MS);
  proxy.restore();
  const created = await creating;
  await expect.poll(names).toEqual(["Kitchen", "Cellar"]);
  expect(await countRooms()).toBe(2);
  expect(await mira.call("query", "rooms.get", { id: created.id })).toMatchObject({ name: "Once" });
  proxy.close();
});

test("the HTTP client queries, writes and reads consistently", async ({ request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { token } = await (await request.get("/api/ably/token", { headers: { Cookie: mira.cookie } })).json();
  const options = { skipConvexDeploymentUrlCheck: true, logger: false };
  const client = new ConvexHttpClient(baseURL ?? "", { ...options, auth: token });
  const { id } = await client.mutation(mutationNamed("rooms.create"), { name: "Kitchen" });
  expect(await client.query(getRoom, { id })).toMatchObject({ name: "Kitchen" });
  const refused = await client.query(getRoom, { id: "no-such-room" }).catch((error) => error);
  expect(refused).toBeInstanceOf(ConvexError);
  expect(refused.data).toEqual({ code: "room-not-found" });
  expect(await client.action(actionNamed("tracks.fixDurations"), { cursor: null })).toEqual(NOTHING_TO_FIX);
  const call = { path: "rooms:get", format: "convex_encoded_json", args: [{ id }] };
  expect(await (await request.post("/api/function", { data: call })).json()).toMatchObject({ value: { name: "Kitchen" } });
  expect((await request.post("/api/debug_event", { data: { event: { type: "LongDisconnect" } } })).status()).toBe(200);
  const reader = new ConvexHttpClient(baseURL ?? "", options);
  expect(await reader.consistentQuery(getRoom, { id })).toMatchObject({ name: "Kitchen" });
  // it asks for the timestamp without its token
  expect(await client.consistentQuery(getRoom, { id })).toMatchObject({ name: "Kitchen", role: "owner" });
  await client.mutation(mutationNamed("rooms.update"), { id, name: "Cellar" });
  expect(await reader.consistentQuery(getRoom, { id })).toMatchObject({ name: "Kitchen" });
  expect(await client.consistentQuery(getRoom, { id })).toMatchObject({ name: "Kitchen" });
  const later = new ConvexHttpClient(baseURL ?? "", options);
  expect(await later.consistentQuery(getRoom, { id })).toMatchObject({ name: "Cellar" });
  await client.mutation(mutationNamed("rooms.remove"), { id });
  expect((await reader.consistentQuery(getRoom, { id }).catch((error) => error)).data).toEqual({ code: "room-not-found" });
});
