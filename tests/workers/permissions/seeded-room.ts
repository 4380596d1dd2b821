import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { CLOSED_ROOM, type Role, type RoomOpening } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, InviteId, ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/units.ts";
import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { invites, members, rooms, roomTokens } from "#db/schema/rooms.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newId, newToken } from "#workers/crypto/random.ts";
import { createInviteCode } from "#workers/invites/invite-code.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { CALLERS, type Caller, type RoomKind } from "./caller-kinds.ts";
import { type Callers, clientFor } from "./callers.ts";

/** A room in which every caller has the role of their name, and every signed-in caller has entries. */
export type SeededRoom = {
  readonly kind: RoomKind;
  readonly id: RoomId;
  readonly info: RoomInfo;
  /** A valid room access token of the browser session `SESSION_ID`. Only rooms with a password need it. */
  readonly token: string;
  /** Created by the colleague, for viewers. */
  readonly invite: { readonly id: InviteId; readonly code: string };
};

export const PASSWORD = "open sesame";
export const SESSION_ID = "a browser session";
const ENTRIES_PER_CALLER = 3;
/** No skip needs a vote, and people may vote for queued entries. */
const VOTING = { skipVoteShare: null, hasQueueVotes: true } as const;

/** A hash carries its own parameters. These cost nothing. */
function hashCheaply(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 });
  return `$scrypt$ln=1,r=1,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
const PASSWORD_HASH = hashCheaply(PASSWORD);

type Settings = {
  readonly description?: string;
  readonly visibility?: "public" | "hidden";
  readonly opening?: RoomOpening;
};

export async function seedRoom(callers: Callers, kind: RoomKind, settings: Settings = {}): Promise<SeededRoom> {
  const { description = "Something to read", visibility = kind === "hidden" ? "hidden" : "public" } = settings;
  const { opening = CLOSED_ROOM } = settings;
  const id = newId<RoomId>();
  const inviteId = newId<InviteId>();
  const hasPassword = kind === "locked" || kind === "unlocked";
  const names = { id, name: `Room ${kind}`, description, url: `seeded-${id}`, visibility };
  const room: SeededRoom = {
    kind,
    id,
    info: { ...names, hasPassword, owner: callers.owner.person, isFair: false, isLeveled: true, ...VOTING, ...opening },
    token: newToken(),
    invite: { id: inviteId, code: createInviteCode(env.APP_SECRET, inviteId) },
  };
  await resetRoomRows(callers, room);
  await seedEntries(callers, room.info);
  return room;
}

/** Inserts the room's rows into D1, or sets them back to what they were at first. The room object keeps its state. */
export async function resetRoomRows(callers: Callers, { id, info, token, invite }: SeededRoom): Promise<void> {
  const db = createDb(env.DB);
  const createdAtMs = Date.now();
  const { name, description, url, visibility, guestsMayControl, guestsMayAdd } = info;
  const keys = { nameKey: name.toLowerCase(), searchKey: `${name} ${description}`.toLowerCase() };
  // ahead of every epoch that the room object has received, so that the room is never stale
  const accessEpoch = createdAtMs * 100;
  const row = { id, name, description, url, visibility, ...keys, ownerId: info.owner.id, createdAtMs, accessEpoch };
  const tokenRow = { tokenHash: hashToken(token), roomId: id, sessionId: SESSION_ID, expiresAtMs: createdAtMs + DAY_MS };
  const createdBy = callers.colleague.person.id;
  const inviteRow = { id: invite.id, roomId: id, role: "viewer" as const, createdBy, usesLeft: 100 };
  await db.batch([
    db.delete(rooms).where(eq(rooms.id, id)),
    db
      .insert(rooms)
      .values({ ...row, ...VOTING, guestsMayControl, guestsMayAdd, passwordHash: info.hasPassword ? PASSWORD_HASH : null }),
    db.insert(members).values(buildMemberRows(callers, id, createdAtMs)),
    db.insert(roomTokens).values(tokenRow),
    db.insert(invites).values({ ...inviteRow, createdAtMs, expiresAtMs: createdAtMs + DAY_MS }),
  ]);
}

function buildMemberRows(callers: Callers, roomId: RoomId, nowMs: number) {
  const buildRow = (user: keyof Callers, role: Role, invitedBy: keyof Callers | null = null) => ({
    roomId,
    userId: callers[user].person.id,
    role,
    invitedBy: invitedBy && callers[invitedBy].person.id,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
  });
  const roles = ["owner", "admin", "editor", "participant", "viewer", "requested", "rejected"] as const;
  return [
    ...roles.map((role) => buildRow(role, role)),
    buildRow("colleague", "participant"),
    buildRow("invitee", "viewer", "colleague"),
    buildRow("requester", "requested"),
  ];
}

/** Callers who may not add tracks have entries too, from the time when they had another role. */
async function seedEntries(callers: Callers, info: RoomInfo): Promise<void> {
  const adders = CALLERS.flatMap((caller) => (caller === "guest" ? [] : callers[caller]));
  const createEntries = ({ person }: { readonly person: Person }) =>
    Array.from({ length: ENTRIES_PER_CALLER }, () => createEntry(person));
  // each caller uses up some entries of the colleague
  const colleagueEntries = [...CALLERS, "colleague"].flatMap(() => createEntries(callers.colleague));
  const entries = [...adders.flatMap(createEntries), ...colleagueEntries];
  const added = await roomObject(env, info.id).addEntries(staleMetadata(info), { entries, person: callers.owner.person });
  if (!added.ok) throw new Error(added.error);
}

/** An entry whose track, audio and cover share one id. */
export function createEntry(
  { id: addedBy }: Person,
  changes: { readonly title?: string; readonly artist?: string; readonly object?: ObjectId } = {},
): Omit<Entry, "rank"> {
  const { title = "Track", artist = "Artist", object = newId<ObjectId>() } = changes;
  const track = {
    id: object as string as TrackId,
    title,
    artist,
    album: "",
    genre: "",
    year: null,
    // no track ends during a test, so that playback changes only by commands
    durationMs: HOUR_MS,
    sizeBytes: 1000,
    format: "flac",
    hue: null,
    loudnessLufs: null,
    truePeakDb: null,
    uploadedAtMs: 0,
    lyricsAtMs: null,
    cover: object,
  } as const;
  return { id: newId<EntryId>(), addedBy, addedAtMs: Date.now(), track };
}

/** The headers that carry a room access token. */
export function tokenHeaders(token: string, sessionId = SESSION_ID): Record<string, string> {
  return { [ROOM_TOKEN.header]: token, [ROOM_SESSION.header]: sessionId };
}

/** The client of a caller, with the room access token if the room is an unlocked one. */
export function createCallerClient(callers: Callers, caller: Caller, room: Pick<SeededRoom, "kind" | "token">): Client {
  const headers = room.kind === "unlocked" ? tokenHeaders(room.token) : {};
  return clientFor(caller === "guest" ? null : callers[caller], { headers });
}

/** Metadata with the oldest epochs: the room object handles the call and ignores the settings. */
export function staleMetadata(info: RoomInfo): RoomMetadata {
  return { info, epochs: { accessEpoch: 0, mediaEpoch: 0 } };
}
