import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";
import { type Client, newClient } from "#tests/workers/support/client.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { functions } from "#workers/functions/registry.ts";
import { audioKey, coverKey, mapKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { browserOf, type Callers, seedCallers } from "./callers.ts";
import { type Caller, OUTSIDERS } from "./expected.ts";
import { ACTS, selfOf } from "./function-calls.ts";
import { createLobbyConnection, knock, listenAt } from "./join-room.ts";
import { seedAudio } from "./seeded-content.ts";
import {
  entryOf,
  giveEveryoneRoles,
  keyHeaders,
  PASSWORD,
  SESSION_ID,
  type SeededRoom,
  seedRoom,
  staleMetadata,
} from "./seeded-room.ts";

/** What is in the room and nowhere else. */
const TITLE = "Kanarienvogel";
const ARTIST = "Stieglitz";
const DESCRIPTIONS = { public: "Zeisig", hidden: "Wiedehopf" } as const;
const BYTES = { audio: "Dompfaff", map: "Girlitz", cover: "Fink" } as const;
const CONTENT = [TITLE, ARTIST, ...Object.values(BYTES)];

type Secret = { readonly room: SeededRoom; readonly object: ObjectId };
type Key = Readonly<Record<string, string>>;

let cast: Callers;
beforeAll(async () => {
  cast = await seedCallers();
});

async function seedSecret(visibility: "public" | "hidden"): Promise<Secret> {
  const room = await seedRoom(cast, "locked", { description: DESCRIPTIONS[visibility], visibility });
  const { object } = await seedAudio(room, cast.owner);
  const entry = entryOf(cast.owner.person, { title: TITLE, artist: ARTIST, object });
  await roomObject(env, room.id).add(staleMetadata(room.info), [entry], cast.owner.person);
  await env.MEDIA.put(audioKey(object), BYTES.audio.repeat(100));
  await env.MEDIA.put(mapKey(object), BYTES.map);
  await env.MEDIA.put(coverKey(object), BYTES.cover);
  return { room, object };
}

/** What looks like a key and is none. */
async function seedBadKeys({ room }: Secret): Promise<Readonly<Record<string, Key>>> {
  const expired = newToken();
  const over = { tokenHash: tokenHash(expired), roomId: room.id, sessionId: SESSION_ID, expiresAtMs: Date.now() - 1 };
  await createDb(env.DB).insert(roomTokens).values(over);
  const other = await seedRoom(cast, "locked");
  return {
    "no key": {},
    "an expired key": keyHeaders(expired),
    "the key of another room": keyHeaders(other.token),
    "the key of another session": keyHeaders(room.token, "another session"),
    "its hash for a key": keyHeaders(tokenHash(room.token)),
  };
}

/** Lets somebody in, which is what it is for; what it leads to is no secret to them. */
const BY_RIGHT = new Set(["invites.accept", "rooms.create"]);

/** A right to hear what is in some other room. */
let otherGrant = "";
beforeAll(async () => {
  const ear = await listenAt(browserOf(null), (await seedRoom(cast, "public")).id);
  await ear.outcome;
  otherGrant = ear.snapshot()?.media.query ?? "";
  ear.socket.close(1000);
});

/** Everything that somebody is told who asks for everything in every way. */
type Crawler = { readonly caller: Caller; readonly key: Key; readonly isThorough?: boolean };
async function crawl({ room, object }: Secret, browser: Client, { caller, key, isThorough = true }: Crawler): Promise<string> {
  const told: string[] = [];
  const hear = async (path: string) => told.push(await (await browser.fetch(path)).text());
  const query = new URLSearchParams({ token: key["X-Room-Token"] ?? "", session: key["X-Room-Session"] ?? "" });
  const url = `/room/${room.info.url}`;
  for (const path of [
    `${url}?${query}`,
    `${url}.data?${query}`,
    `${url}.data?_routes=routes%2Froom`,
    `/room/${room.id}.data`,
  ]) {
    await hear(path);
  }
  for (const path of ["/", "/_root.data", `/invite/${room.invite.code}`]) await hear(path);
  for (const id of [room.id, room.info.url]) told.push((await knock(browser, id)).received);
  for (const kind of ["audio", "map", "cover", "wave", "library-cover"]) {
    for (const grant of [
      "",
      `?${otherGrant}`,
      `?l=${room.id}.guest.zzzzzzzzz.0.${otherGrant.split(".").at(-1)}`,
      `?${query}`,
    ]) {
      await hear(`/media/${kind}/${object}${grant}`);
    }
    await hear(`/${kind}/${object}`);
  }
  const scene = { cast, room, caller, self: selfOf(cast, caller) };
  for (const [row, act] of Object.entries(ACTS)) {
    const path = row.split(" ")[0] ?? "";
    // what changes something takes longest, and looks at keys as what only reads
    if (BY_RIGHT.has(row) || (!isThorough && functions.get(path)?.kind !== "query")) continue;
    const body = { path, format: "json", args: await act(scene) };
    told.push(await (await browser.post(`/api/${functions.get(path)?.kind}`, body)).text());
  }
  return told.join("\n");
}

const wordsIn = (told: string, words: readonly string[]) =>
  words.filter((word) => told.toLowerCase().includes(word.toLowerCase()));

describe.each(["public", "hidden"] as const)("a room with a password that is %s", (visibility) => {
  const description = DESCRIPTIONS[visibility];
  let secret: Secret;
  let keys: Readonly<Record<string, Key>>;
  beforeAll(async () => {
    secret = await seedSecret(visibility);
    keys = await seedBadKeys(secret);
  });

  it("tells whoever is in all of it", async () => {
    for (const browser of [browserOf(cast.viewer), browserOf(null, keyHeaders(secret.room.token))]) {
      const { snapshot, socket, outcome } = await listenAt(browser, secret.room.id);
      expect(await outcome).toBe("in");
      const told = [JSON.stringify(snapshot())];
      for (const kind of ["audio", "map", "cover"]) {
        told.push(await (await browser.fetch(`/media/${kind}/${secret.object}?${snapshot()?.media.query}`)).text());
      }
      told.push(JSON.stringify(await browser.call("rooms.get", { id: secret.room.id })));
      expect(wordsIn(told.join("\n"), [...CONTENT, description])).toEqual([...CONTENT, description]);
      socket.close(1000);
    }
  });

  it.each(OUTSIDERS)("tells %s without access nothing that is in it, whatever is shown for a key", async (caller) => {
    const told: Record<string, string[]> = {};
    for (const [name, key] of Object.entries(keys)) {
      await giveEveryoneRoles(cast, secret.room);
      const browser = browserOf(caller === "guest" ? null : cast[caller], key);
      const isThorough = name === "no key" || name === "the key of another session";
      told[name] = wordsIn(await crawl(secret, browser, { caller, key, isThorough }), CONTENT);
    }
    expect(told).toEqual(Object.fromEntries(Object.keys(keys).map((name) => [name, []])));
  });

  it("says nothing of what happens in it to who waits at its gate, or looks at the list", async () => {
    await giveEveryoneRoles(cast, secret.room);
    const { room } = secret;
    const ear = await listenAt(browserOf(cast.requested), room.id);
    expect(await ear.outcome).toBe("waits");
    const lobby = await createLobbyConnection(browserOf(cast.stranger));
    const news: string[] = [];
    lobby?.addEventListener("message", ({ data }) => news.push(String(data)));
    lobby?.accept();
    lobby?.send(JSON.stringify({ type: "watch", rooms: [room.id] }));
    const owner = browserOf(cast.owner);
    const entryId = (await owner.call("rooms.getState", { id: room.id })).state.playlist.at(-1)?.id;
    await owner.call("rooms.command", { id: room.id, command: { type: "select", entryId: entryId ?? ("" as never) } });
    await owner.call("rooms.update", { id: room.id, description: `${description} still` });
    const again = entryOf(cast.owner.person, { title: `${TITLE} 2` });
    await roomObject(env, room.id).add(staleMetadata(room.info), [again], cast.owner.person);
    ear.socket.send(JSON.stringify({ type: "request-snapshot" }));
    ear.socket.send(JSON.stringify({ type: "command", id: "1", command: { type: "play" } }));
    const inside = await listenAt(owner, room.id);
    await inside.outcome;
    // the lobby gathers its news
    await expect.poll(() => news.length, { timeout: 3000 }).toBeGreaterThan(0);
    expect(ear.received).toEqual(['{"type":"waiting"}']);
    expect(wordsIn(news.join("\n"), [...CONTENT, description])).toEqual([]);
    for (const socket of [ear.socket, inside.socket, lobby]) socket?.close(1000);
  });
});

describe("guesses at a room's password", () => {
  const WRONG = "not this";
  const guess = (client: Client, { info }: SeededRoom, password = WRONG) =>
    client.refusal("rooms.generateAccessToken", { room_url: info.url, password, session_id: SESSION_ID });

  it("end after ten from one address at one room, by whatever function and however many at once", async () => {
    const [room, other] = [await seedRoom(cast, "locked"), await seedRoom(cast, "locked")];
    const client = newClient();
    const check = () => client.call("rooms.checkPassword", { room_url: room.id, password: WRONG }).catch(() => "stopped");
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => (i % 2 ? guess(client, room) : check())));
    const looked = answers.filter((answer) => answer === "room-password-wrong" || typeof answer === "object");
    expect(looked).toHaveLength(10);
    // the right one does not help any more, nor does another name of the room
    expect(await guess(client, room, PASSWORD)).toBe("too-many-attempts");
    expect(await guess(client, { ...room, info: { ...room.info, url: room.info.url.toUpperCase() } })).toBe(
      "too-many-attempts",
    );
    // elsewhere nobody notices
    expect(await guess(client, other, PASSWORD)).toBeUndefined();
    expect(await guess(newClient(), room, PASSWORD)).toBeUndefined();
  });

  it("do not keep members out, from the same address", async () => {
    const room = await seedRoom(cast, "locked");
    const address = "203.0.113.9";
    for (let i = 0; i < 12; i++) await guess(newClient(address), room);
    for (const member of [cast.owner, cast.viewer]) {
      const browser = newClient(address, { Cookie: member.cookie });
      expect(await browser.refusal("rooms.getState", { id: room.id })).toBeUndefined();
      expect((await knock(browser, room.id)).outcome).toBe("in");
    }
    const holder = newClient(address, keyHeaders(room.token));
    expect((await knock(holder, room.id)).outcome).toBe("in");
  });

  it("are forgotten when the right one comes in time, and counted by network where addresses are cheap", async () => {
    const room = await seedRoom(cast, "locked");
    const client = newClient();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) expect(await guess(client, room)).toBe("room-password-wrong");
      expect(await guess(client, room, PASSWORD)).toBeUndefined();
    }
    const neighbours = Array.from({ length: 11 }, (_, i) => newClient(`2001:db8:1:2::${i + 1}`));
    const answers: (string | undefined)[] = [];
    for (const neighbour of neighbours) answers.push(await guess(neighbour, room));
    expect(answers.at(-1)).toBe("too-many-attempts");
  });
});
