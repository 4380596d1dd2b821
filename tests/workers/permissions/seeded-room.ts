import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, InviteId, ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { invites, members, rooms, roomTokens } from "#db/schema/rooms.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { newId, newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { inviteCode } from "#workers/invites/invite-code.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { browserOf, type Callers } from "./callers.ts";
import { CALLERS, type Caller, type RoomKind } from "./expected.ts";

/** A room in which everybody of the cast has their seat, and everybody who may have added something has. */
export type SeededRoom = {
  readonly kind: RoomKind;
  readonly id: RoomId;
  readonly info: RoomInfo;
  /** What opens a room with a password: the session that it was made for is `SESSION_ID`. */
  readonly token: string;
  /** Made by the colleague, for viewers. */
  readonly invite: { readonly id: InviteId; readonly code: string };
};

export const PASSWORD = "open sesame";
export const SESSION_ID = "a browser session";
/** Entries of everybody in each room. */
export const ENTRIES_EACH = 3;
const DAY_MS = 86_400_000;

/** As any hash it carries its own parameters; these cost nothing. */
function cheapHash(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 });
  return `$scrypt$ln=1,r=1,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
const PASSWORD_HASH = cheapHash(PASSWORD);

type Extras = { readonly description?: string; readonly visibility?: "public" | "hidden" };

export async function seedRoom(cast: Callers, kind: RoomKind, extras: Extras = {}): Promise<SeededRoom> {
  const { description = "Something to say", visibility = kind === "hidden" ? "hidden" : "public" } = extras;
  const id = newId<RoomId>();
  const inviteId = newId<InviteId>();
  const hasPassword = kind === "locked" || kind === "unlocked";
  const names = { id, name: `Room ${kind}`, description, url: `planted-${id}`, visibility };
  const room: SeededRoom = {
    ...{ kind, id, info: { ...names, hasPassword, owner: cast.owner.person, isFair: false, isLeveled: true } },
    ...{ token: newToken(), invite: { id: inviteId, code: inviteCode(env.APP_SECRET, inviteId) } },
  };
  await giveEveryoneRoles(cast, room);
  await seedEntries(cast, room.info);
  return room;
}

/** All that the directory has of the room, as it was at first. What its object holds stays as it is. */
export async function giveEveryoneRoles(cast: Callers, { id, info, token, invite }: SeededRoom): Promise<void> {
  const db = createDb(env.DB);
  const createdAtMs = Date.now();
  const { name, description, url, visibility } = info;
  const folds = { nameKey: name.toLowerCase(), searchKey: `${name} ${description}`.toLowerCase() };
  // ahead of all that its object has heard of: nobody takes it for something older
  const accessEpoch = createdAtMs * 100;
  const row = { id, name, description, url, visibility, ...folds, ownerId: info.owner.id, createdAtMs, accessEpoch };
  const grant = { tokenHash: tokenHash(token), roomId: id, sessionId: SESSION_ID, expiresAtMs: createdAtMs + DAY_MS };
  const link = { id: invite.id, roomId: id, role: "viewer" as const, createdBy: cast.colleague.person.id, usesLeft: 100 };
  await db.batch([
    db.delete(rooms).where(eq(rooms.id, id)),
    db.insert(rooms).values({ ...row, passwordHash: info.hasPassword ? PASSWORD_HASH : null }),
    db.insert(members).values(membershipsOf(cast, id, createdAtMs)),
    db.insert(roomTokens).values(grant),
    db.insert(invites).values({ ...link, createdAtMs, expiresAtMs: createdAtMs + DAY_MS }),
  ]);
}

function membershipsOf(cast: Callers, roomId: RoomId, nowMs: number) {
  const seat = (someone: keyof Callers, role: RoomRole, invitedBy: keyof Callers | null = null) => ({
    ...{ roomId, userId: cast[someone].person.id, role, invitedBy: invitedBy && cast[invitedBy].person.id },
    ...{ createdAtMs: nowMs, changedAtMs: nowMs },
  });
  return [
    ...(["owner", "admin", "editor", "participant", "viewer", "requested", "rejected"] as const).map((role) =>
      seat(role, role),
    ),
    seat("colleague", "participant"),
    seat("pupil", "viewer", "colleague"),
    seat("asker", "requested"),
  ];
}
type RoomRole = (typeof members.$inferInsert)["role"];

/** Whoever has no role may have had one when they added it. */
async function seedEntries(cast: Callers, info: RoomInfo): Promise<void> {
  const stub = roomObject(env, info.id);
  const adders = [...CALLERS.flatMap((caller) => (caller === "guest" ? [] : cast[caller])), cast.colleague];
  const entries = adders.flatMap(({ person }) => Array.from({ length: ENTRIES_EACH }, () => entryOf(person)));
  // the colleague's, of whom everybody takes some, are as many as there are callers
  const more = CALLERS.flatMap(() => Array.from({ length: ENTRIES_EACH }, () => entryOf(cast.colleague.person)));
  const added = await stub.add(staleMetadata(info), [...entries, ...more], cast.owner.person);
  if (!added.ok) throw new Error(added.error);
}

export function entryOf(
  { id: addedBy }: Person,
  over: { readonly title?: string; readonly artist?: string; readonly object?: ObjectId } = {},
): Omit<Entry, "rank"> {
  const { title = "Track", artist = "Artist", object = newId<ObjectId>() } = over;
  const tags = { title, artist, album: "", genre: "", year: null };
  const facts = {
    durationMs: 60_000,
    sizeBytes: 1000,
    format: "flac",
    hue: null,
    loudnessLufs: null,
    truePeakDb: null,
    uploadedAtMs: 0,
  } as const;
  const track = { id: object as string as TrackId, ...tags, ...facts, cover: object };
  return { id: newId<EntryId>(), addedBy, addedAtMs: Date.now(), track };
}

export function keyHeaders(token: string, sessionId = SESSION_ID): Record<string, string> {
  return { [ROOM_TOKEN.header]: token, [ROOM_SESSION.header]: sessionId };
}

/** The caller's browser, with the key where the room is an unlocked one. */
export function callerAt(cast: Callers, caller: Caller, room: Pick<SeededRoom, "kind" | "token">): Client {
  return browserOf(caller === "guest" ? null : cast[caller], room.kind === "unlocked" ? keyHeaders(room.token) : {});
}

/** What the room itself holds, without the passing of time. */
export async function stateOf({ id, info }: SeededRoom) {
  const snapshot = await roomObject(env, id).snapshot(staleMetadata(info));
  return snapshot && { revision: snapshot.revision, state: snapshot.state };
}

const ROWS = [
  "SELECT id, name, description, url, visibility, password_hash, owner_id, access_epoch, media_epoch, deleted_at_ms FROM rooms WHERE id = ?",
  "SELECT user_id, role, invited_by, created_at_ms, changed_at_ms FROM members WHERE room_id = ? ORDER BY user_id",
  "SELECT user_id FROM favorites WHERE room_id = ? ORDER BY user_id",
  "SELECT token_hash, session_id, expires_at_ms FROM room_tokens WHERE room_id = ? ORDER BY token_hash",
  "SELECT * FROM invites WHERE room_id = ? ORDER BY id",
  "SELECT * FROM uploads WHERE room_id = ? ORDER BY id",
  "SELECT p.* FROM upload_parts p JOIN uploads u ON u.id = p.upload_id WHERE u.room_id = ? ORDER BY p.upload_id, p.number",
  "SELECT track_id FROM room_tracks WHERE room_id = ? ORDER BY track_id",
];
const TOTALS = "SELECT (SELECT count(*) FROM rooms) AS rooms, (SELECT count(*) FROM tracks) AS tracks";

/** Everything that the directory has of a room, and how much there is in all. */
export async function rowsOfRoom(id: RoomId): Promise<readonly unknown[]> {
  const read = [...ROWS.map((sql) => env.DB.prepare(sql).bind(id)), env.DB.prepare(TOTALS)];
  return (await env.DB.batch(read)).map(({ results }) => results);
}

/** What a Worker says to a room that knows better by now: the call counts, the news do not. */
export function staleMetadata(info: RoomInfo): RoomMetadata {
  return { info, epochs: { accessEpoch: 0, mediaEpoch: 0 } };
}
