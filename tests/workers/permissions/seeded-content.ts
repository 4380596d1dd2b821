import { env } from "cloudflare:test";
import type { InviteId, ObjectId, TrackId, UploadId } from "#app/domain/ids.ts";
import { SESSION_COOKIE } from "#app/protocol/http.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import { createDb } from "#db/client.ts";
import { insertInvite } from "#db/queries/invites.ts";
import { audio, roomTracks, tracks, uploads, waveforms } from "#db/schema/tracks.ts";
import { seedSession as seedCookie } from "#tests/workers/support/insert-session.ts";
import { trackRow } from "#tests/workers/support/tracks.ts";
import { hashOf } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Someone } from "./callers.ts";
import { entryOf, type SeededRoom, staleMetadata } from "./seeded-room.ts";

// What somebody has in a room or for it, straight into the database: as if they had been allowed to once.

export async function seedTrack({ person }: Someone): Promise<TrackId> {
  const row = trackRow(person.id);
  await createDb(env.DB).insert(tracks).values(row);
  return row.id;
}

/**
 * A track that somebody has uploaded and that the room holds, with all that it may have; its sound and its cover have the
 * same id. What of it is in the storage is left to the caller.
 */
export async function seedAudio(room: Pick<SeededRoom, "id">, { person }: Pick<Someone, "person">, object = newId<ObjectId>()) {
  const db = createDb(env.DB);
  const id = object as string as TrackId;
  const row = trackRow(person.id, { id, audioObject: object, coverObject: object, searchKey: `track\nartist\n${object}` });
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

/** A track of somebody's that the room holds and that nobody has listened to. */
export async function seedTrackWithoutAnalysis(
  room: Pick<SeededRoom, "id">,
  { person }: Someone,
  sizeBytes: number,
): Promise<void> {
  const row = trackRow(person.id, { sizeBytes });
  const db = createDb(env.DB);
  await db.insert(tracks).values(row);
  await db
    .insert(roomTracks)
    .values({ roomId: room.id, trackId: row.id, createdAtMs: row.createdAtMs, listedAtMs: row.createdAtMs });
}

/** A track of somebody's with its file in the storage, in an entry of somebody's in the room's playlist. */
export async function seedEffectiveRole(
  room: SeededRoom,
  { uploader, adder, file }: { readonly uploader: Someone; readonly adder: Someone; readonly file: Uint8Array },
): Promise<TrackId> {
  const { object, row } = await seedAudio(room, uploader);
  await env.MEDIA.put(audioKey(object), file);
  const entry = entryOf(adder.person, { object });
  const added = await roomObject(env, room.id).add(staleMetadata(room.info), [entry], adder.person);
  if (!added.ok) throw new Error(added.error);
  return row.id;
}

/** Another device of theirs: the session's id. */
export async function seedSession({ person }: Someone): Promise<string> {
  return sessionOf(await seedCookie(person.id));
}

/** The id of the session that a cookie is of. */
export function sessionOf(cookie: string): string {
  return tokenHash(readCookie(cookie.split(";")[0] ?? "", SESSION_COOKIE) ?? "");
}

export async function seedInvite(room: SeededRoom, { person }: Someone): Promise<InviteId> {
  const [id, nowMs] = [newId<InviteId>(), Date.now()];
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + 3_600_000, usesLeft: 10 };
  await insertInvite(createDb(env.DB), { id, roomId: room.id, role: "viewer", createdBy: person.id, ...times });
  return id;
}

/** A file under way of one part; with `file`, its bytes are all there. One that is not begun was only announced. */
export async function seedUpload(
  room: SeededRoom,
  { person }: Someone,
  { sizeBytes, file, isBegun = true }: { readonly sizeBytes: number; readonly file?: Uint8Array; readonly isBegun?: boolean },
): Promise<UploadId> {
  const [id, audioObject] = [newId<UploadId>(), newId<ObjectId>()];
  const multipart = isBegun ? await env.MEDIA.createMultipartUpload(audioKey(audioObject)) : null;
  if (file) await env.MEDIA.put(audioKey(audioObject), file);
  const under = {
    audioObject,
    multipartId: multipart?.uploadId ?? "",
    sha256: isBegun ? hashOf(file ?? new Uint8Array(sizeBytes)) : null,
    coverObject: null,
    createdAtMs: Date.now(),
    discardedAtMs: null,
  };
  await createDb(env.DB)
    .insert(uploads)
    .values({ id, userId: person.id, roomId: room.id, fileName: "a.ogg", sizeBytes, ...under });
  return id;
}
