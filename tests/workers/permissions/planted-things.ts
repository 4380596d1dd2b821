import { env } from "cloudflare:test";
import type { InviteId, ObjectId, TrackId, UploadId } from "#app/domain/ids.ts";
import { openDb } from "#db/client.ts";
import { insertInvite } from "#db/queries/invites.ts";
import { insertUpload } from "#db/queries/uploads.ts";
import { tracks } from "#db/schema.ts";
import { audioKey } from "#workers/media/keys.ts";
import { newId } from "#workers/random.ts";
import { trackRow } from "../tracks.ts";
import type { Someone } from "./cast.ts";
import type { PlantedRoom } from "./planted-room.ts";

// What somebody has in a room or for it, straight into the database: as if they had been allowed to once.

export async function plantTrack({ person }: Someone): Promise<TrackId> {
  const row = trackRow(person.id);
  await openDb(env.DB).insert(tracks).values(row);
  return row.id;
}

export async function plantInvite(room: PlantedRoom, { person }: Someone): Promise<InviteId> {
  const [id, nowMs] = [newId<InviteId>(), Date.now()];
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + 3_600_000, usesLeft: 10 };
  await insertInvite(openDb(env.DB), { id, roomId: room.id, role: "viewer", createdBy: person.id, ...times });
  return id;
}

/** A file under way of one part; with `file`, its bytes are all there. */
export async function plantUpload(
  room: PlantedRoom,
  { person }: Someone,
  { sizeBytes, file }: { readonly sizeBytes: number; readonly file?: Uint8Array },
): Promise<UploadId> {
  const [id, audioObject] = [newId<UploadId>(), newId<ObjectId>()];
  const multipart = await env.MEDIA.createMultipartUpload(audioKey(audioObject));
  if (file) await env.MEDIA.put(audioKey(audioObject), file);
  const under = {
    audioObject,
    multipartId: multipart.uploadId,
    coverObject: null,
    createdAtMs: Date.now(),
    discardedAtMs: null,
  };
  await insertUpload(openDb(env.DB), { id, userId: person.id, roomId: room.id, fileName: "a.ogg", sizeBytes, ...under });
  return id;
}
