import { env, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newToken } from "#workers/crypto/random.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { Room } from "#workers/room-object/room-object.ts";
import type { RoomKind } from "./caller-kinds.ts";
import { type Callers, clientFor, seedCallers } from "./callers.ts";
import { connectToRoom, type RoomConnection } from "./connect-to-room.ts";
import { seedRoomTrack } from "./seeded-content.ts";
import { createEntry, SESSION_ID, type SeededRoom, seedRoom, staleMetadata, tokenHeaders } from "./seeded-room.ts";

/** How long a person may still receive something after they have lost access. */
const GRACE_MS = 2000;

let callers: Callers;
beforeAll(async () => {
  callers = await seedCallers();
});
function advanceDate(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** A room with a track whose file has the given size. `path` is the address of its audio. */
async function seedRoomWithAudio(kind: RoomKind, sizeBytes: number) {
  const room = await seedRoom(callers, kind);
  const { object } = await seedRoomTrack(room, callers.owner);
  const entry = createEntry(callers.owner.person, { object });
  await roomObject(env, room.id).addEntries(staleMetadata(room.info), { entries: [entry], person: callers.owner.person });
  await env.MEDIA.put(audioKey(object), new Uint8Array(sizeBytes).fill(7));
  return { room, path: `/media/audio/${object}` };
}

async function join(client: Client, room: SeededRoom): Promise<RoomConnection> {
  const connection = await connectToRoom(client, room.id);
  const outcome = await connection.outcome;
  if (outcome !== "joined") throw new Error(`not joined: ${outcome}`);
  return connection;
}

/** The query of the latest media grant that a connection has received. */
function readMediaQuery({ received }: RoomConnection): string {
  const messages = received.filter((text) => text.startsWith("{")).map((text) => JSON.parse(text));
  return messages.findLast(({ media }) => media)?.media.query ?? "";
}

async function fetchStatus(client: Client, address: string): Promise<number> {
  const response = await client.fetch(address, { headers: { Range: "bytes=0-9" } });
  await response.arrayBuffer();
  return response.status;
}

type Loss = {
  readonly name: string;
  readonly kind: RoomKind;
  readonly caller: "participant" | "token holder" | "guest";
  readonly code: number;
  readonly lose: (owner: Client, room: SeededRoom) => Promise<unknown>;
};
const LOSSES: readonly Loss[] = [
  {
    name: "removal",
    kind: "locked",
    caller: "participant",
    code: CLOSE_CODES["access-lost"],
    lose: (owner, { id }) => owner.call("members.remove", { id, userId: callers.participant.person.id }),
  },
  {
    name: "leaving",
    kind: "locked",
    caller: "participant",
    code: CLOSE_CODES["password-required"],
    lose: (_, { id }) => clientFor(callers.participant).call("members.remove", { id, userId: callers.participant.person.id }),
  },
  {
    name: "removal from a public room",
    kind: "public",
    caller: "participant",
    code: CLOSE_CODES["access-lost"],
    lose: (owner, { id }) => owner.call("members.remove", { id, userId: callers.participant.person.id }),
  },
  {
    name: "changed password",
    kind: "unlocked",
    caller: "token holder",
    code: CLOSE_CODES["password-required"],
    lose: (owner, { id }) => owner.call("rooms.update", { id, password: "another one" }),
  },
  {
    name: "first password",
    kind: "hidden",
    caller: "guest",
    code: CLOSE_CODES["password-required"],
    lose: (owner, { id }) => owner.call("rooms.update", { id, password: "a first one" }),
  },
  {
    name: "deletion of the room",
    kind: "public",
    caller: "participant",
    code: CLOSE_CODES["room-removed"],
    lose: (owner, { id }) => owner.call("rooms.remove", { id }),
  },
];

const LONG_RESPONSE_LOSSES = new Set(["removal", "changed password", "deletion of the room"]);
const NO_LOSS: Loss = { name: "no loss", kind: "public", caller: "guest", code: 0, lose: async () => undefined };

function createLoserClient({ token }: SeededRoom, caller: Loss["caller"]): Client {
  if (caller === "participant") return clientFor(callers.participant);
  return clientFor(null, { headers: caller === "token holder" ? tokenHeaders(token) : {} });
}

describe("a person who has lost access", () => {
  it("receives nothing after two seconds, from the socket or the media, while others keep both", async () => {
    const losses = await Promise.all(
      LOSSES.map(async (loss) => {
        const { room, path } = await seedRoomWithAudio(loss.kind, 1000);
        const [client, owner] = [createLoserClient(room, loss.caller), clientFor(callers.owner)];
        const [connection, ownConnection] = [await join(client, room), await join(owner, room)];
        const address = `${path}?${readMediaQuery(connection)}`;
        const statusBefore = await fetchStatus(client, address);
        await loss.lose(owner, room);
        const startMs = Date.now();
        const code = await connection.closed;
        const closeMs = Date.now() - startMs;
        // its reply arrives after a new media grant
        await ownConnection.command({ type: "pause" });
        return { loss, path, client, owner, ownConnection, address, statusBefore, code, closeMs };
      }),
    );
    advanceDate(GRACE_MS);
    const outcomes = await Promise.all(
      losses.map(async ({ loss, path, client, owner, ownConnection, address, statusBefore, code, closeMs }) => {
        const status = await fetchStatus(client, address);
        const ownStatus = await fetchStatus(owner, `${path}?${readMediaQuery(ownConnection)}`);
        const isRoomLost = ownConnection.closeCode() !== null;
        if (!isRoomLost) ownConnection.socket.close(1000);
        return { name: loss.name, statusBefore, code, isClosedInTime: closeMs < GRACE_MS, status, isRoomLost, ownStatus };
      }),
    );
    const expected = LOSSES.map(({ name, code }) => {
      const isRoomLost = name === "deletion of the room";
      const ownStatus = isRoomLost ? 403 : 206;
      return { name, statusBefore: 206, code, isClosedInTime: true, status: 403, isRoomLost, ownStatus };
    });
    expect(outcomes).toEqual(expected);
  });

  it("does not receive the rest of a long media response", async () => {
    const sizeBytes = 24 * 1024 * 1024;
    const cases = [...LOSSES.filter(({ name }) => LONG_RESPONSE_LOSSES.has(name)), NO_LOSS];
    const joined = await Promise.all(
      cases.map(async (loss) => {
        const { room, path } = await seedRoomWithAudio(loss.kind, sizeBytes);
        const client = createLoserClient(room, loss.caller);
        const connection = await join(client, room);
        return { loss, room, client, connection, address: `${path}?${readMediaQuery(connection)}` };
      }),
    );
    // the Worker checks at an interval whether a response is still granted
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: Date.now() });
    const responses = await Promise.all(
      joined.map(async ({ loss, room, client, connection, address }) => {
        const reader = (await client.fetch(address)).body?.getReader();
        const firstBytes = (await reader?.read())?.value?.byteLength ?? 0;
        await loss.lose(clientFor(callers.owner), room);
        return { loss, client, connection, address, reader, firstBytes };
      }),
    );
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    const outcomes = await Promise.all(
      responses.map(async ({ loss, client, connection, address, reader, firstBytes }) => {
        // answered after the check of the long response, which reads the same epoch
        const status = await fetchStatus(client, address);
        const rest = await readRest(reader);
        connection.socket.close(1000);
        return { name: loss.name, status, end: rest.end, isComplete: firstBytes + rest.bytes === sizeBytes };
      }),
    );
    const expected = cases.map((loss) => {
      const hasAccess = loss === NO_LOSS;
      return { name: loss.name, status: hasAccess ? 206 : 403, end: hasAccess ? "end" : "abort", isComplete: hasAccess };
    });
    expect(outcomes).toEqual(expected);
  });

  it("cannot use a room access token after the password was changed or removed", async () => {
    const room = await seedRoom(callers, "unlocked");
    const holder = clientFor(null, { headers: tokenHeaders(room.token) });
    const verify = () =>
      holder.call("rooms.verifyAccessToken", { room_url: room.id, token: room.token, session_id: SESSION_ID });
    expect(await verify()).toEqual({ valid: true });
    const owner = clientFor(callers.owner);
    for (const password of ["another one", null, "a third one"]) {
      await owner.call("rooms.update", { id: room.id, password });
      expect(await verify()).toEqual({ valid: false, error: "Invalid token" });
    }
    expect(await holder.refusal("rooms.getState", { id: room.id })).toBe("room-token-invalid");
    const connection = await connectToRoom(holder, room.id);
    expect(await connection.outcome).toBe(String(CLOSE_CODES["password-required"]));
  });
});

describe("a person who has joined with a room access token and has become a member", () => {
  it("keeps access and media when the token expires", async () => {
    const { room, path } = await seedRoomWithAudio("locked", 1000);
    const token = newToken();
    const tokenMs = 10_000;
    const row = { tokenHash: hashToken(token), roomId: room.id, sessionId: SESSION_ID, expiresAtMs: Date.now() + tokenMs };
    await createDb(env.DB).insert(roomTokens).values(row);
    const client = clientFor(callers.spectator, { headers: tokenHeaders(token) });
    const connection = await join(client, room);
    const added = { id: room.id, username: callers.spectator.username, role: "participant" } as const;
    await clientFor(callers.owner).call("members.add", added);
    advanceDate(tokenMs + 1);
    // a new object, as after a hibernation
    await runInDurableObject(roomObject(env, room.id), (_: Room, ctx) => new Room(ctx, env).alarm());
    expect(await connection.command({ type: "play" })).toBe("ok");
    expect(await fetchStatus(client, `${path}?${readMediaQuery(connection)}`)).toBe(206);
    connection.socket.close(1000);
  });
});

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads a body until it ends or is aborted. */
async function readRest(reader: Reader | undefined): Promise<{ readonly bytes: number; readonly end: "end" | "abort" }> {
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return { bytes, end: "end" };
      bytes += value?.byteLength ?? 0;
    }
  } catch {
    return { bytes, end: "abort" };
  }
}
