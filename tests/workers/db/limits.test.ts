import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ImportBatchId, ImportItemId, MailId, RoomId, UserId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { createDb } from "#db/client.ts";
import { deleteOldAttempts } from "#db/queries/attempts.ts";
import { insertImportBatch } from "#db/queries/imports.ts";
import { insertMail } from "#db/queries/mails.ts";
import { insertProviderAuthorization } from "#db/queries/provider-authorizations.ts";
import { insertRoomToken } from "#db/queries/room-tokens.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { createRoomWithTracks, seedTracks } from "#tests/workers/support/tracks.ts";

const db = createDb(env.DB);
const NOW_MS = Date.now();

/** Inserts rows. `values` are SQL expressions of `n`, which counts from 1. */
async function fill(table: string, rows: number, values: Readonly<Record<string, string | number | null>>): Promise<void> {
  const columns = Object.keys(values).join(", ");
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})`;
  const expressions = Object.values(values).map((value) => (value === null ? "NULL" : value));
  await env.DB.prepare(`${numbers} INSERT INTO ${table} (${columns}) SELECT ${expressions.join(", ")} FROM numbers`).run();
}

const text = (value: string) => `'${value}'`;
/** A 16-character id that no other call uses. */
const numbered = (prefix: string) => `'${prefix}' || printf('%0${16 - prefix.length}d', n)`;

async function countRows(table: string, condition = "1"): Promise<number> {
  return (await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).first<number>("n")) ?? 0;
}

/** Rooms of a person who is a member of none of them. */
const fillRooms = (prefix: string, rows: number, ownerId: UserId) =>
  fill("rooms", rows, {
    id: numbered(prefix),
    name: "'A'",
    name_key: "'a'",
    url: numbered(prefix),
    owner_id: text(ownerId),
    created_at_ms: 1,
  });

function fillUsers(prefix: string, rows: number): Promise<void> {
  const name = numbered(prefix);
  const names = { username: name, username_key: name, email: name, email_key: name };
  return fill("users", rows, { id: name, name: "'A'", ...names, avatar: "'#000000'", created_at_ms: 1 });
}

const fillMembers = (prefix: string, rows: number, { roomId, role }: { readonly roomId: RoomId; readonly role: string }) =>
  fill("members", rows, {
    room_id: text(roomId),
    user_id: numbered(prefix),
    role: text(role),
    created_at_ms: "n",
    changed_at_ms: "n",
  });

async function createOwner(): Promise<{
  readonly owner: Client & { readonly username: string };
  readonly id: RoomId;
  readonly ownerId: UserId;
}> {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Attic" });
  return { owner, id, ownerId: await readUserId(owner) };
}

it("a person owns at most 1,000 rooms, created or taken over", async () => {
  const { owner, ownerId } = await createOwner();
  await fillRooms("a", roomLimits.roomsPerPerson - 2, ownerId);
  expect(await owner.refusal("rooms.create", { name: "Last" })).toBeUndefined();
  expect(await owner.refusal("rooms.create", { name: "Too many" })).toBe("too-many-rooms");
  const other = await createOwner();
  await other.owner.call("members.add", { id: other.id, username: owner.username, role: "editor" });
  const transfer = other.owner.refusal("members.transferOwnership", { id: other.id, userId: ownerId });
  expect(await transfer).toBe("too-many-rooms");
  expect(await countRows("rooms", `owner_id = '${ownerId}'`)).toBe(roomLimits.roomsPerPerson);
});

it("a person has at most 5,000 favorites", async () => {
  const { owner, id: roomId, ownerId: userId } = await createOwner();
  const other = await createOwner();
  await fillRooms("b", roomLimits.favoritesPerPerson, other.ownerId);
  await fill("favorites", roomLimits.favoritesPerPerson - 1, {
    user_id: text(userId),
    room_id: numbered("b"),
    created_at_ms: 1,
  });
  const toggle = (id: RoomId, isFavorite?: boolean) =>
    owner.refusal("rooms.toggleFavorite", { roomId: id, userId, ...(isFavorite !== undefined && { isFavorite }) });
  expect(await toggle(roomId)).toBeUndefined();
  expect(await toggle(other.id)).toBe("too-many-favorites");
  expect(await toggle(other.id, true)).toBe("too-many-favorites");
  expect(await toggle(roomId, true)).toBeUndefined();
  expect(await toggle(roomId)).toBeUndefined();
  expect(await toggle(other.id)).toBeUndefined();
});

it("a room has at most 2,000 members, added, invited or approved", async () => {
  const { owner, id } = await createOwner();
  await fillUsers("c", accessLimits.membersPerRoom);
  await fillMembers("c", accessLimits.membersPerRoom - 1, { roomId: id, role: "viewer" });
  const newcomer = await registerUser("Leo");
  const userId = await readUserId(newcomer);
  const exceeded = "too-many-members";
  expect(await owner.refusal("members.add", { id, username: newcomer.username, role: "viewer" })).toBe(exceeded);
  const { code } = await owner.call("invites.create", { id, role: "viewer", expiresInMs: 86_400_000, uses: 1 });
  expect(await newcomer.refusal("invites.accept", { code })).toBe(exceeded);
  await newcomer.call("access.request", { id });
  expect(await owner.refusal("access.approve", { id, userId })).toBe(exceeded);
  await env.DB.prepare("DELETE FROM members WHERE user_id LIKE 'c%1'").run();
  expect(await owner.refusal("access.approve", { id, userId })).toBeUndefined();
  // a refused invitation has used up nothing
  expect((await owner.call("invites.list", { id })).invites[0]?.usesLeft).toBe(1);
});

it("a person is a member of at most 10,000 rooms", async () => {
  const { owner, id, ownerId } = await createOwner();
  const member = await registerUser("Leo");
  const userId = await readUserId(member);
  await fillRooms("d", accessLimits.membershipsPerPerson, ownerId);
  const role = { role: "'viewer'", created_at_ms: 1, changed_at_ms: 1 };
  await fill("members", accessLimits.membershipsPerPerson, { room_id: numbered("d"), user_id: text(userId), ...role });
  const add = owner.refusal("members.add", { id, username: member.username, role: "viewer" });
  expect(await add).toBe("too-many-memberships");
});

it("a room has at most 500 pending requests, and a person 200", async () => {
  const { id } = await createOwner();
  await fillUsers("e", 2 * accessLimits.requestsPerRoom);
  await fillMembers("e", accessLimits.requestsPerRoom, { roomId: id, role: "requested" });
  const leo = await registerUser("Leo");
  expect(await leo.refusal("access.request", { id })).toBe("too-many-access-requests");
  await env.DB.prepare("DELETE FROM members WHERE room_id = ? AND role = 'requested'").bind(id).run();
  const { ownerId } = await createOwner();
  await fillRooms("f", accessLimits.requestsPerPerson, ownerId);
  const role = { role: "'requested'", created_at_ms: 1, changed_at_ms: 1 };
  const leoId = await readUserId(leo);
  await fill("members", accessLimits.requestsPerPerson, { room_id: numbered("f"), user_id: text(leoId), ...role });
  expect(await leo.refusal("access.request", { id })).toBe("too-many-access-requests");
});

it("a room keeps the latest 500 rejected requests", async () => {
  const { id } = await createOwner();
  const rows = accessLimits.requestsPerRoom + 3;
  await fillUsers("g", rows);
  await fillMembers("g", rows, { roomId: id, role: "rejected" });
  await (await registerUser("Leo")).call("access.request", { id });
  expect(await countRows("members", `room_id = '${id}' AND role = 'rejected'`)).toBe(accessLimits.requestsPerRoom);
  expect(await countRows("members", `room_id = '${id}' AND role = 'rejected' AND changed_at_ms <= 3`)).toBe(0);
});

it("a room keeps the latest 2,000 access tokens", async () => {
  const { id: roomId } = await createOwner();
  const sessionId = "session";
  const row = { token_hash: numbered("h"), room_id: text(roomId), session_id: text(sessionId), expires_at_ms: `${NOW_MS} + n` };
  await fill("room_tokens", accessLimits.roomTokensPerRoom, row);
  await insertRoomToken(db, { tokenHash: "newest", roomId, sessionId, expiresAtMs: 2 * NOW_MS });
  expect(await countRows("room_tokens", `room_id = '${roomId}'`)).toBe(accessLimits.roomTokensPerRoom);
  expect(await countRows("room_tokens", "token_hash IN ('newest', 'h000000000000002')")).toBe(2);
});

it("the latest 10,000 authorizations at providers are kept", async () => {
  await fill("provider_authorizations", accountLimits.providerAuthorizations, {
    state_hash: numbered("i"),
    expires_at_ms: "n",
  });
  await insertProviderAuthorization(db, { stateHash: "newest", expiresAtMs: NOW_MS });
  expect(await countRows("provider_authorizations")).toBe(accountLimits.providerAuthorizations);
  expect(await countRows("provider_authorizations", "state_hash = 'newest'")).toBe(1);
});

it("at most 10,000 mails are stored", async () => {
  const mail = { id: numbered("j"), sealed: "''", created_at_ms: 1 };
  await fill("mails", mailLimits.storedMails - 1, mail);
  const row = { sealed: "", createdAtMs: 1, tries: 0, nextTryAtMs: null };
  await insertMail(db, { id: "last" as MailId, ...row });
  await insertMail(db, { id: "too many" as MailId, ...row });
  expect(await countRows("mails", "id IN ('last', 'too many')")).toBe(1);
});

it("of too many counters of rate limits, the oldest are deleted", async () => {
  const LATER_MS = 2 * NOW_MS;
  await fill("attempts", 20, { key: "'limit:' || n", window_start_ms: `${LATER_MS} + n`, count: 1 });
  await deleteOldAttempts(db, { beforeMs: LATER_MS + 3, max: 100 });
  expect(await countRows("attempts", "key LIKE 'limit:%'")).toBe(18);
  await deleteOldAttempts(db, { beforeMs: 0, max: 5 });
  expect(await countRows("attempts", "key IN ('limit:16', 'limit:17', 'limit:18', 'limit:19', 'limit:20')")).toBe(5);
  expect(await countRows("attempts", "key LIKE 'limit:%'")).toBe(5);
});

it("a person has at most 50,000 tracks, and 10,000 saved ones", async () => {
  const { owner, id: roomId } = await createRoomWithTracks({ tracks: 0 });
  const [trackId] = await seedTracks(owner.username, roomId, { count: 1 });
  if (!trackId) throw new Error("no track");
  const leo = await registerUser("Leo");
  const userId = await readUserId(leo);
  const columns = Object.keys((await env.DB.prepare("SELECT * FROM tracks WHERE id = ?").bind(trackId).first()) ?? {});
  const others = columns.filter((name) => !["id", "uploaded_by"].includes(name));
  const copy = (prefix: string, rows: number, by: string) =>
    env.DB.prepare(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
      INSERT INTO tracks (id, uploaded_by, ${others}) SELECT ${numbered(prefix)}, ${by}, ${others} FROM tracks, numbers
      WHERE id = ?`)
      .bind(trackId)
      .run();
  await copy("k", trackLimits.savedTracksPerPerson, "uploaded_by");
  const saved = { user_id: text(userId), track_id: numbered("k"), created_at_ms: 1, saved_at_ms: 1 };
  await fill("saved_tracks", trackLimits.savedTracksPerPerson, saved);
  expect(await leo.refusal("tracks.save", { roomId, trackId })).toBe("too-many-saved-tracks");
  await env.DB.prepare("DELETE FROM saved_tracks WHERE track_id = 'k000000000000002'").run();
  expect(await leo.refusal("tracks.save", { roomId, trackId })).toBeUndefined();
  expect(await leo.refusal("tracks.save", { roomId, trackId })).toBeUndefined();

  const room = await leo.call("rooms.create", { name: "Cellar" });
  await copy("l", trackLimits.tracksPerPerson - 1, text(userId));
  const announce = (files: number) =>
    leo.refusal("uploads.announce", { roomId: room.id, files: Array(files).fill({ fileName: "a.mp3", sizeBytes: 1 }) });
  expect(await announce(2)).toBe("too-many-tracks");
  expect(await announce(1)).toBeUndefined();
  expect(await announce(1)).toBe("too-many-tracks");
});

it("a person has at most 2,000 unfinished uploads, within the storage of a person", async () => {
  const { owner, id: roomId, ownerId } = await createOwner();
  const announce = (sizeBytes: number) =>
    owner.refusal("uploads.announce", { roomId, files: [{ fileName: "a.mp3", sizeBytes }] });
  const upload = { user_id: text(ownerId), room_id: text(roomId), file_name: "'a'", audio_object: numbered("m") };
  const sizeBytes = uploadLimits.storedBytesPerPerson - 10;
  await fill("uploads", 1, { id: numbered("n"), ...upload, size_bytes: sizeBytes, multipart_id: "''", created_at_ms: 1 });
  expect(await announce(11)).toBe("storage-full");
  expect(await announce(10)).toBeUndefined();
  const rows = uploadLimits.uploadsOpenPerPerson - 2;
  await fill("uploads", rows, { id: numbered("o"), ...upload, size_bytes: 0, multipart_id: "''", created_at_ms: 1 });
  expect(await announce(1)).toBe("too-many-uploads");
});

it("a person has at most 20 unfinished imports, and the latest 50 that have ended are kept", async () => {
  const { id: roomId, ownerId: userId } = await createOwner();
  const limits = { openMax: importLimits.openBatches, endedKept: importLimits.endedBatches };
  const batch = { user_id: text(userId), room_id: text(roomId), title: "''", created_at_ms: "n" };
  await fill("import_batches", importLimits.endedBatches + 5, { id: numbered("p"), ...batch });
  await fill("import_batches", importLimits.openBatches - 1, { id: numbered("q"), ...batch });
  const item = { id: numbered("q"), batch_id: numbered("q"), position: 0, track: "'{}'", state: "'waiting'" };
  await fill("import_items", importLimits.openBatches - 1, item);
  const insert = (id: string) => {
    const items = [{ id: id as ImportItemId, track: {} as ServiceTrack }];
    return insertImportBatch(
      db,
      { id: id as ImportBatchId, userId, roomId, title: "", createdAtMs: NOW_MS },
      { items, ...limits },
    );
  };
  expect(await insert("last")).toBe(true);
  expect(await insert("too many")).toBe(false);
  expect(await countRows("import_batches", `user_id = '${userId}'`)).toBe(importLimits.openBatches + importLimits.endedBatches);
});
