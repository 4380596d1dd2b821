import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EntryId, ObjectId } from "#app/domain/ids.ts";
import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";
import { type Client, createClient } from "#tests/workers/support/client.ts";
import { functions } from "#workers/api/registry.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newToken } from "#workers/crypto/random.ts";
import { audioKey, coverKey, seekMapKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { type Caller, OUTSIDERS } from "./caller-kinds.ts";
import { type Callers, clientFor, getSelf, seedCallers } from "./callers.ts";
import { attemptToJoin, connectToRoom, openLobbySocket } from "./connect-to-room.ts";
import { FUNCTION_CALLS } from "./function-calls.ts";
import { refillMessageAllowance } from "./refill-message-allowance.ts";
import { seedRoomTrack } from "./seeded-content.ts";
import {
  createEntry,
  PASSWORD,
  resetRoomRows,
  SESSION_ID,
  type SeededRoom,
  seedRoom,
  staleMetadata,
  tokenHeaders,
} from "./seeded-room.ts";

// Words that occur in the room and nowhere else.
const TITLE = "Kanarienvogel";
const ARTIST = "Stieglitz";
const DESCRIPTIONS = { public: "Zeisig", hidden: "Wiedehopf" } as const;
const FILES = { audio: "Dompfaff", map: "Girlitz", cover: "Fink" } as const;
const CONTENT = [TITLE, ARTIST, ...Object.values(FILES)];

/** A room with a password, and the id of its track, audio and cover. */
type SecretRoom = { readonly room: SeededRoom; readonly object: ObjectId };
type TokenHeaders = Readonly<Record<string, string>>;

afterAll(() => void vi.restoreAllMocks());

/** No more than a caller may read, and the owner change, before the allowance must be full again. */
const ROWS_PER_ALLOWANCE = 10;

let callers: Callers;
/** The query of a valid media grant for another room. */
let otherMediaQuery = "";
beforeAll(async () => {
  callers = await seedCallers();
  const connection = await connectToRoom(clientFor(null), (await seedRoom(callers, "public")).id);
  await connection.outcome;
  otherMediaQuery = connection.snapshot()?.media.query ?? "";
  connection.socket.close(1000);
});

async function seedSecretRoom(visibility: "public" | "hidden"): Promise<SecretRoom> {
  const room = await seedRoom(callers, "locked", { description: DESCRIPTIONS[visibility], visibility });
  const { object } = await seedRoomTrack(room, callers.owner);
  const entry = createEntry(callers.owner.person, { title: TITLE, artist: ARTIST, object });
  await roomObject(env, room.id).addEntries(staleMetadata(room.info), { entries: [entry], person: callers.owner.person });
  await env.MEDIA.put(audioKey(object), FILES.audio.repeat(100));
  await env.MEDIA.put(seekMapKey(object), FILES.map);
  await env.MEDIA.put(coverKey(object), FILES.cover);
  return { room, object };
}

/** Room access tokens that are not valid for the room, by what is wrong with them. */
async function seedInvalidTokens({ room }: SecretRoom): Promise<Readonly<Record<string, TokenHeaders>>> {
  const expired = newToken();
  const row = { tokenHash: hashToken(expired), roomId: room.id, sessionId: SESSION_ID, expiresAtMs: Date.now() - 1 };
  await createDb(env.DB).insert(roomTokens).values(row);
  const other = await seedRoom(callers, "locked");
  return {
    expired: tokenHeaders(expired),
    "of another room": tokenHeaders(other.token),
    "of another session": tokenHeaders(room.token, "another session"),
    "hash instead of token": tokenHeaders(hashToken(room.token)),
  };
}

/** Accepting the invite admits the caller, and a caller's own new room is no secret. */
const NOT_CRAWLED = new Set(["invites.accept", "rooms.create"]);

type Crawler = {
  readonly client: Client;
  readonly caller: Caller;
  readonly headers: TokenHeaders;
  readonly isThorough: boolean;
};

/** Requests everything about a room in every way. Returns all answers. */
async function crawl(secret: SecretRoom, crawler: Crawler): Promise<string> {
  const answers = [
    ...(await crawlPages(secret, crawler)),
    ...(await crawlMedia(secret, crawler)),
    ...(await crawlFunctions(secret, crawler)),
  ];
  return answers.join("\n");
}

const tokenQuery = (headers: TokenHeaders) =>
  new URLSearchParams({ token: headers[ROOM_TOKEN.header] ?? "", session: headers[ROOM_SESSION.header] ?? "" });

async function crawlPages({ room }: SecretRoom, { client, headers }: Crawler): Promise<readonly string[]> {
  const url = `/room/${room.info.url}`;
  const query = tokenQuery(headers);
  const paths = [
    `${url}?${query}`,
    `${url}.data?${query}`,
    `${url}.data?_routes=routes%2Froom`,
    `/room/${room.id}.data`,
    "/",
    "/_root.data",
    `/invite/${room.invite.code}`,
  ];
  const answers: string[] = [];
  for (const path of paths) answers.push(await (await client.fetch(path)).text());
  for (const id of [room.id, room.info.url]) answers.push((await attemptToJoin(client, id)).received);
  return answers;
}

async function crawlMedia({ room, object }: SecretRoom, { client, headers }: Crawler): Promise<readonly string[]> {
  const signature = otherMediaQuery.split(".").at(-1);
  const forgedGrant = `l=${room.id}.guest.zzzzzzzzz.0.${signature}`;
  const queries = ["", `?${otherMediaQuery}`, `?${forgedGrant}`, `?${tokenQuery(headers)}`];
  const paths = ["audio", "map", "cover", "wave", "library-cover"].flatMap((kind) => [
    ...queries.map((query) => `/media/${kind}/${object}${query}`),
    `/${kind}/${object}`,
  ]);
  const answers: string[] = [];
  for (const path of paths) answers.push(await (await client.fetch(path)).text());
  return answers;
}

async function crawlFunctions({ room }: SecretRoom, { client, caller, isThorough }: Crawler): Promise<readonly string[]> {
  const context = { callers, room, caller, self: getSelf(callers, caller) };
  const answers: string[] = [];
  for (const [i, [row, prepareArgs]] of Object.entries(FUNCTION_CALLS).entries()) {
    if (i % ROWS_PER_ALLOWANCE === 0) refillMessageAllowance();
    const path = row.split(" ")[0] ?? "";
    const kind = functions.get(path)?.kind;
    // mutations take longest, and check tokens in the same way as queries
    if (NOT_CRAWLED.has(row) || (!isThorough && kind !== "query")) continue;
    const body = { path, format: "json", args: await prepareArgs(context) };
    answers.push(await (await client.post(`/api/${kind}`, body)).text());
  }
  return answers;
}

function findWords(text: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));
}

describe.each(["public", "hidden"] as const)("a %s room with a password", (visibility) => {
  const description = DESCRIPTIONS[visibility];
  let secret: SecretRoom;
  let invalidTokens: Readonly<Record<string, TokenHeaders>>;
  beforeAll(async () => {
    secret = await seedSecretRoom(visibility);
    invalidTokens = await seedInvalidTokens(secret);
  });

  it("shows its content to members and to people with a valid token", async () => {
    const holder = clientFor(null, { headers: tokenHeaders(secret.room.token) });
    for (const client of [clientFor(callers.viewer), holder]) {
      const { snapshot, socket, outcome } = await connectToRoom(client, secret.room.id);
      expect(await outcome).toBe("joined");
      const answers = [JSON.stringify(snapshot())];
      for (const kind of ["audio", "map", "cover"]) {
        answers.push(await (await client.fetch(`/media/${kind}/${secret.object}?${snapshot()?.media.query}`)).text());
      }
      answers.push(JSON.stringify(await client.call("rooms.get", { id: secret.room.id })));
      expect(findWords(answers.join("\n"), [...CONTENT, description])).toEqual([...CONTENT, description]);
      socket.close(1000);
    }
  });

  it.each(OUTSIDERS)("reveals none of its content to a caller without access (%s)", async (caller) => {
    await resetRoomRows(callers, secret.room);
    const client = clientFor(caller === "guest" ? null : callers[caller]);
    // in a hidden room only lists answer otherwise
    const isThorough = visibility === "public";
    expect(findWords(await crawl(secret, { client, caller, headers: {}, isThorough }), CONTENT)).toEqual([]);
  });

  // a token belongs to a browser, whatever account it is signed in to
  it("reveals none of its content to a guest with any invalid token", async () => {
    await resetRoomRows(callers, secret.room);
    const revealed: Record<string, readonly string[]> = {};
    for (const [name, headers] of Object.entries(invalidTokens)) {
      const crawler = { client: clientFor(null, { headers }), caller: "guest", headers, isThorough: false } as const;
      revealed[name] = findWords(await crawl(secret, crawler), CONTENT);
    }
    expect(revealed).toEqual(Object.fromEntries(Object.keys(invalidTokens).map((name) => [name, []])));
  });

  it("sends nothing about its content to people who wait for access or watch the room list", async () => {
    refillMessageAllowance();
    await resetRoomRows(callers, secret.room);
    const { room } = secret;
    const waiting = await connectToRoom(clientFor(callers.requested), room.id);
    expect(await waiting.outcome).toBe("waiting");
    const lobby = await openLobbySocket(clientFor(callers.spectator));
    const lobbyMessages: string[] = [];
    lobby?.addEventListener("message", ({ data }) => void lobbyMessages.push(String(data)));
    lobby?.accept();
    lobby?.send(JSON.stringify({ type: "watch", rooms: [room.id] }));
    const owner = clientFor(callers.owner);
    const entryId = (await owner.call("rooms.getState", { id: room.id })).state.playlist.at(-1)?.id ?? ("" as EntryId);
    await owner.call("rooms.command", { id: room.id, command: { type: "select", entryId } });
    await owner.call("rooms.update", { id: room.id, description: `${description} again` });
    const entry = createEntry(callers.owner.person, { title: `${TITLE} 2` });
    await roomObject(env, room.id).addEntries(staleMetadata(room.info), { entries: [entry], person: callers.owner.person });
    waiting.socket.send(JSON.stringify({ type: "request-snapshot" }));
    waiting.socket.send(JSON.stringify({ type: "command", id: "1", command: { type: "play" } }));
    const joined = await connectToRoom(owner, room.id);
    await joined.outcome;
    // the lobby collects updates before it sends them
    await expect.poll(() => lobbyMessages.length, { timeout: 3000 }).toBeGreaterThan(0);
    expect(findWords(lobbyMessages.join("\n"), [...CONTENT, description])).toEqual([]);
    // the close arrives after all messages
    await owner.call("access.reject", { id: room.id, userId: callers.requested.person.id });
    expect(await waiting.closed).toBe(CLOSE_CODES["rejoin"]);
    expect(waiting.received).toEqual(['{"type":"waiting"}', "rejoin"]);
    for (const socket of [joined.socket, lobby]) socket?.close(1000);
  });
});

describe("attempts at a room's password", () => {
  const WRONG = "not this";
  const tryPassword = (client: Client, { info }: SeededRoom, password = WRONG) =>
    client.refusal("rooms.generateAccessToken", { room_url: info.url, password, session_id: SESSION_ID });

  it("are limited to ten from one address at one room, over all functions and at the same time", async () => {
    const [room, other] = [await seedRoom(callers, "locked"), await seedRoom(callers, "locked")];
    const client = createClient();
    const check = () => client.call("rooms.checkPassword", { room_url: room.id, password: WRONG }).catch(() => "limited");
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => (i % 2 ? tryPassword(client, room) : check())));
    const checked = answers.filter((answer) => answer === "room-password-wrong" || typeof answer === "object");
    expect(checked).toHaveLength(10);
    // the right password does not help any more, nor does another spelling of the url
    expect(await tryPassword(client, room, PASSWORD)).toBe("too-many-attempts");
    const upperCase = { ...room, info: { ...room.info, url: room.info.url.toUpperCase() } };
    expect(await tryPassword(client, upperCase)).toBe("too-many-attempts");
    // another room and another address are not affected
    expect(await tryPassword(client, other, PASSWORD)).toBeUndefined();
    expect(await tryPassword(createClient(), room, PASSWORD)).toBeUndefined();
  });

  it("do not lock out members and token holders at the same address", async () => {
    const room = await seedRoom(callers, "locked");
    const address = "203.0.113.9";
    for (let i = 0; i < 12; i++) await tryPassword(createClient({ address }), room);
    for (const member of [callers.owner, callers.viewer]) {
      const client = createClient({ address, headers: { Cookie: member.cookie } });
      expect(await client.refusal("rooms.getState", { id: room.id })).toBeUndefined();
      expect((await attemptToJoin(client, room.id)).outcome).toBe("joined");
    }
    const holder = createClient({ address, headers: tokenHeaders(room.token) });
    expect((await attemptToJoin(holder, room.id)).outcome).toBe("joined");
  });

  it("no longer count after the right password", async () => {
    const room = await seedRoom(callers, "locked");
    const client = createClient();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) expect(await tryPassword(client, room)).toBe("room-password-wrong");
      expect(await tryPassword(client, room, PASSWORD)).toBeUndefined();
    }
  });

  it("are counted per IPv6 network, because its addresses are cheap", async () => {
    const room = await seedRoom(callers, "locked");
    const neighbors = Array.from({ length: 11 }, (_, i) => createClient({ address: `2001:db8:1:2::${i + 1}` }));
    const answers: (string | undefined)[] = [];
    for (const neighbor of neighbors) answers.push(await tryPassword(neighbor, room));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => "room-password-wrong"), "too-many-attempts"]);
  });
});
