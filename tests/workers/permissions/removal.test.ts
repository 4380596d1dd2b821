import { env, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { Room } from "#workers/room-object/room-object.ts";
import { browserOf, type Callers, seedCallers } from "./callers.ts";
import type { RoomKind } from "./expected.ts";
import { type Ear, listenAt } from "./join-room.ts";
import { seedAudio } from "./seeded-content.ts";
import { entryOf, keyHeaders, SESSION_ID, type SeededRoom, seedRoom, staleMetadata } from "./seeded-room.ts";

/** Nobody hears anything for longer than this after they have lost access. */
const SILENT_AFTER_MS = 2000;
/** What the test itself takes on a busy machine. */
const GRACE_MS = 500;

let cast: Callers;
beforeAll(async () => {
  cast = await seedCallers();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A room with something to hear of so many bytes. */
async function seedLoudRoom(kind: RoomKind, sizeBytes: number) {
  const room = await seedRoom(cast, kind);
  const { object } = await seedAudio(room, cast.owner);
  const entry = entryOf(cast.owner.person, { object });
  await roomObject(env, room.id).add(staleMetadata(room.info), [entry], cast.owner.person);
  await env.MEDIA.put(audioKey(object), new Uint8Array(sizeBytes).fill(7));
  return { room, path: `/media/audio/${object}` };
}

async function enter(browser: Client, room: SeededRoom): Promise<Ear & { readonly query: string }> {
  const ear = await listenAt(browser, room.id);
  if ((await ear.outcome) !== "in") throw new Error(`not let in: ${await ear.outcome}`);
  return { ...ear, query: ear.snapshot()?.media.query ?? "" };
}

/** How long an address went on to give sound, ms; null: longer than it may. */
async function soundsFor(browser: Client, address: string): Promise<number | null> {
  const startMs = Date.now();
  while (Date.now() - startMs < SILENT_AFTER_MS + GRACE_MS) {
    const answer = await browser.fetch(address, { headers: { Range: "bytes=0-9" } });
    await answer.arrayBuffer();
    if (answer.status === 403) return Date.now() - startMs;
    await pause(100);
  }
  return null;
}

type Loss = {
  readonly name: string;
  readonly kind: RoomKind;
  readonly who: "participant" | "holder" | "guest";
  readonly code: number;
  readonly lose: (owner: Client, room: SeededRoom) => Promise<unknown>;
};
const LOSSES: readonly Loss[] = [
  {
    ...{ name: "a removal", kind: "locked", who: "participant", code: CLOSE_CODES["access-lost"] },
    lose: (owner, { id }) => owner.call("members.remove", { id, userId: cast.participant.person.id }),
  },
  {
    ...{ name: "leaving", kind: "locked", who: "participant", code: CLOSE_CODES["password-required"] },
    lose: (_, { id }) => browserOf(cast.participant).call("members.remove", { id, userId: cast.participant.person.id }),
  },
  {
    ...{ name: "a removal from a public room", kind: "public", who: "participant", code: CLOSE_CODES["access-lost"] },
    lose: (owner, { id }) => owner.call("members.remove", { id, userId: cast.participant.person.id }),
  },
  {
    ...{ name: "another password", kind: "unlocked", who: "holder", code: CLOSE_CODES["password-required"] },
    lose: (owner, { id }) => owner.call("rooms.update", { id, password: "another one" }),
  },
  {
    ...{ name: "a first password", kind: "hidden", who: "guest", code: CLOSE_CODES["password-required"] },
    lose: (owner, { id }) => owner.call("rooms.update", { id, password: "a first one" }),
  },
  {
    ...{ name: "the room's removal", kind: "public", who: "participant", code: CLOSE_CODES["room-removed"] },
    lose: (owner, { id }) => owner.call("rooms.remove", { id }),
  },
];

/** Those that a long answer is tried with. */
const LONG = new Set(["a removal", "another password", "the room's removal"]);

function browserAt({ token }: SeededRoom, who: Loss["who"]): Client {
  return who === "participant" ? browserOf(cast.participant) : browserOf(null, who === "holder" ? keyHeaders(token) : {});
}

describe("who has lost access", () => {
  it("hears nothing more within two seconds, over the socket and at an address they have, and those who stay do", async () => {
    const outcomes = await Promise.all(
      LOSSES.map(async ({ name, kind, who, lose }) => {
        const { room, path } = await seedLoudRoom(kind, 1000);
        const [browser, owner] = [browserAt(room, who), browserOf(cast.owner)];
        const [ear, stays] = [await enter(browser, room), await enter(owner, room)];
        const before = (await browser.fetch(`${path}?${ear.query}`)).status;
        await lose(owner, room);
        const startMs = Date.now();
        const code = await ear.closed;
        const socketMs = Date.now() - startMs;
        const soundMs = await soundsFor(browser, `${path}?${ear.query}`);
        const granted = stays.received
          .map((text) => JSON.parse(text.startsWith("{") ? text : "{}"))
          .findLast(({ media }) => media);
        const own = await browserOf(cast.owner).fetch(`${path}?${granted?.media.query}`);
        const isGone = name === "the room's removal";
        if (!isGone) stays.socket.close(1000);
        return {
          name,
          before,
          code,
          isSilent: socketMs < SILENT_AFTER_MS && soundMs !== null,
          staysHear: isGone || own.status === 200,
        };
      }),
    );
    const expected = LOSSES.map(({ name, code }) => ({ name, before: 200, code, isSilent: true, staysHear: true }));
    expect(outcomes).toEqual(expected);
  });

  it("does not get the rest of a long answer that was under way", async () => {
    const sizeBytes = 24 * 1024 * 1024;
    const nothing: Loss = { name: "nothing", kind: "public", who: "guest", code: 0, lose: async () => undefined };
    const cases = [...LOSSES.filter(({ name }) => LONG.has(name)), nothing];
    const outcomes = await Promise.all(
      cases.map(async ({ name, kind, who, lose }) => {
        const { room, path } = await seedLoudRoom(kind, sizeBytes);
        const [browser, owner] = [browserAt(room, who), browserOf(cast.owner)];
        const ear = await enter(browser, room);
        const reader = (await browser.fetch(`${path}?${ear.query}`)).body?.getReader();
        let bytes = (await reader?.read())?.value?.byteLength ?? 0;
        await lose(owner, room);
        const startMs = Date.now();
        // who reads slowly has not got it all by then
        await pause(SILENT_AFTER_MS);
        const rest = await (async () => {
          for (;;) {
            const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
            if (done) return "whole";
            bytes += value?.byteLength ?? 0;
          }
        })().catch(() => "cut off");
        return {
          name,
          isCut: rest === "cut off" && bytes < sizeBytes,
          isSoon: Date.now() - startMs < SILENT_AFTER_MS + 2 * GRACE_MS,
        };
      }),
    );
    const expected = cases.map((loss) => ({ name: loss.name, isCut: loss !== nothing, isSoon: true }));
    expect(outcomes).toEqual(expected);
  });

  it("has no use for an old key once there is another password", async () => {
    const room = await seedRoom(cast, "unlocked");
    const holder = browserOf(null, keyHeaders(room.token));
    const verify = () =>
      holder.call("rooms.verifyAccessToken", { room_url: room.id, token: room.token, session_id: SESSION_ID });
    expect(await verify()).toEqual({ valid: true });
    const owner = browserOf(cast.owner);
    for (const password of ["another one", null, "a third one"]) {
      await owner.call("rooms.update", { id: room.id, password });
      expect(await verify()).toEqual({ valid: false, error: "Invalid token" });
    }
    expect(await holder.refusal("rooms.getState", { id: room.id })).toBe("room-token-expired");
    const ear = await listenAt(holder, room.id);
    expect(await ear.outcome).toBe(String(CLOSE_CODES["token-expired"]));
  });

  it("who came by a key and is a member by now stays when the key is over, and goes on to hear", async () => {
    const { room, path } = await seedLoudRoom("locked", 1000);
    const token = newToken();
    const untilMs = Date.now() + 600;
    const short = { tokenHash: tokenHash(token), roomId: room.id, sessionId: SESSION_ID, expiresAtMs: untilMs };
    await createDb(env.DB).insert(roomTokens).values(short);
    const browser = browserOf(cast.stranger, keyHeaders(token));
    const ear = await enter(browser, room);
    await browserOf(cast.owner).call("members.add", { id: room.id, username: cast.stranger.username, role: "participant" });
    await pause(Math.max(0, untilMs - Date.now()) + 50);
    // as it wakes when its alarm rings
    await runInDurableObject(roomObject(env, room.id), (_: Room, ctx) => new Room(ctx, env).alarm());
    expect(await ear.command({ type: "play" })).toBe("ok");
    const grants = ear.received.map((text) => JSON.parse(text.startsWith("{") ? text : "{}").media).filter((media) => media);
    expect((await browser.fetch(`${path}?${grants.at(-1)?.query}`)).status).toBe(200);
    ear.socket.close(1000);
  });
});
