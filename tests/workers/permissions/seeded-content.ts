import { env } from "cloudflare:test";
import { parse as parseCookies } from "hono/utils/cookie";
import type { ImportBatchId, ImportItemId, InviteId, ObjectId, TrackId, UploadId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { SESSION_COOKIE } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { insertInvite } from "#db/queries/invites.ts";
import { importBatches, importItems } from "#db/schema/imports.ts";
import { audio, roomTracks, savedTracks, tracks, uploads, waveforms } from "#db/schema/tracks.ts";
import { seedSession } from "#tests/workers/support/seed-session.ts";
import type { TestUser } from "#tests/workers/support/seed-user.ts";
import { buildTrackRow } from "#tests/workers/support/tracks.ts";
import { hashFile } from "#tests/workers/support/upload.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newId } from "#workers/crypto/random.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { createEntry, type SeededRoom, staleMetadata } from "./seeded-room.ts";

// Content of users in rooms, inserted without a check of permissions: the users may have had other roles before.

/** A track of the user that no room lists. */
export async function seedTrack({ person }: TestUser): Promise<TrackId> {
  const row = buildTrackRow(person.id);
  await createDb(env.DB).insert(tracks).values(row);
  return row.id;
}

/** A track of the uploader that the user has saved and that no room lists. */
export async function seedSavedTrack({ person }: TestUser, uploader: TestUser): Promise<TrackId> {
  const trackId = await seedTrack(uploader);
  const savedAtMs = Date.now();
  await createDb(env.DB).insert(savedTracks).values({ userId: person.id, trackId, createdAtMs: savedAtMs, savedAtMs });
  return trackId;
}

/** A track of the user that the room lists, with a waveform. Track, audio and cover share the id `object`; R2 has no objects. */
export async function seedRoomTrack(
  room: Pick<SeededRoom, "id">,
  { person }: Pick<TestUser, "person">,
  object = newId<ObjectId>(),
) {
  const db = createDb(env.DB);
  const id = object as string as TrackId;
  const row = buildTrackRow(person.id, { id, audioObject: object, coverObject: object, searchKey: `track\nartist\n${object}` });
  const { sizeBytes, format, durationMs, createdAtMs } = row;
  const sha256 = Buffer.from(object).toString("hex").padEnd(64, "0");
  await db.batch([
    db.insert(audio).values({ id: object, sha256, sizeBytes, format, durationMs, createdAtMs }),
    db.insert(tracks).values(row),
    db.insert(roomTracks).values({ roomId: room.id, trackId: id, createdAtMs, listedAtMs: createdAtMs }),
    db.insert(waveforms).values({ trackId: id, points: "AAAA" }),
  ]);
  return { object, sha256, row };
}

/** Another track with the same audio, which the room lists. */
export async function seedOriginal(
  room: Pick<SeededRoom, "id">,
  { person }: Pick<TestUser, "person">,
  editionId: TrackId,
): Promise<TrackId> {
  const db = createDb(env.DB);
  // a seeded track and its audio share the id
  const { id: trackId, createdAtMs, ...row } = buildTrackRow(person.id, { audioObject: editionId as string as ObjectId });
  await db.insert(tracks).values({ ...row, id: trackId, createdAtMs });
  await db.insert(roomTracks).values({ roomId: room.id, trackId, createdAtMs, listedAtMs: createdAtMs });
  return trackId;
}

/** A track of the user that the room lists and that no browser has analyzed. */
export async function seedTrackWithoutAnalysis(
  room: Pick<SeededRoom, "id">,
  { person }: TestUser,
  sizeBytes: number,
): Promise<void> {
  const db = createDb(env.DB);
  const { id: trackId, createdAtMs, ...row } = buildTrackRow(person.id, { sizeBytes });
  await db.insert(tracks).values({ ...row, id: trackId, createdAtMs });
  await db.insert(roomTracks).values({ roomId: room.id, trackId, createdAtMs, listedAtMs: createdAtMs });
}

/** A track of the uploader with its file in R2, in a playlist entry of the adder. */
export async function seedTrackInEntry(
  room: SeededRoom,
  { uploader, adder, file }: { readonly uploader: TestUser; readonly adder: TestUser; readonly file: Uint8Array },
): Promise<TrackId> {
  const { object, row } = await seedRoomTrack(room, uploader);
  await env.MEDIA.put(audioKey(object), file);
  const entry = createEntry(adder.person, { object });
  const added = await roomObject(env, room.id).addEntries(staleMetadata(room.info), { entries: [entry], person: adder.person });
  if (!added.ok) throw new Error(added.error);
  return row.id;
}

/** Signs the user in on another device. Returns the id of the session. */
export async function seedOtherSession({ person }: TestUser): Promise<string> {
  return readSessionId(await seedSession(person.id));
}

export function readSessionId(cookie: string): string {
  return hashToken(parseCookies(cookie)[`__Host-${SESSION_COOKIE}`] ?? "");
}

export async function seedInvite(room: SeededRoom, { person }: TestUser): Promise<InviteId> {
  const [id, nowMs] = [newId<InviteId>(), Date.now()];
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + HOUR_MS, usesLeft: 10 };
  await insertInvite(createDb(env.DB), { id, roomId: room.id, role: "viewer", createdBy: person.id, ...times });
  return id;
}

export function createServiceTrack(title: string): ServiceTrack {
  const text = { title, artist: "Artist", album: "" };
  return { service: "yandex", id: "1", ...text, durationMs: null, isrc: null, cover: null, isAvailable: true };
}

/** A batch with one track, whose import has failed. */
export async function seedImportBatch(room: Pick<SeededRoom, "id">, { person }: TestUser, title: string) {
  const [batchId, itemId] = [newId<ImportBatchId>(), newId<ImportItemId>()];
  const batch = { id: batchId, userId: person.id, roomId: room.id, title, createdAtMs: Date.now() };
  const item = { id: itemId, batchId, position: 0, track: createServiceTrack(title) };
  const db = createDb(env.DB);
  await db.batch([
    db.insert(importBatches).values(batch),
    db.insert(importItems).values({ ...item, state: "failed", error: "import-failed" }),
  ]);
  return { batchId, itemId };
}

type Upload = {
  readonly sizeBytes: number;
  /** The bytes that R2 has already. */
  readonly file?: Uint8Array;
  /** False for a file that was only announced. */
  readonly isBegun?: boolean;
};

/** An upload of one part that is in progress. */
export async function seedUpload(
  room: SeededRoom,
  { person }: TestUser,
  { sizeBytes, file, isBegun = true }: Upload,
): Promise<UploadId> {
  const [id, audioObject] = [newId<UploadId>(), newId<ObjectId>()];
  const multipart = isBegun ? await env.MEDIA.createMultipartUpload(audioKey(audioObject)) : null;
  if (file) await env.MEDIA.put(audioKey(audioObject), file);
  const row = {
    audioObject,
    multipartId: multipart?.uploadId ?? "",
    sha256: isBegun ? hashFile(file ?? new Uint8Array(sizeBytes)) : null,
    coverObject: null,
    createdAtMs: Date.now(),
    discardedAtMs: null,
  };
  await createDb(env.DB)
    .insert(uploads)
    .values({ id, userId: person.id, roomId: room.id, fileName: "a.ogg", sizeBytes, ...row });
  return id;
}
