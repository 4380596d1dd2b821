import type { TrackId, UploadId } from "#app/domain/ids.ts";
import { can } from "#app/domain/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { cleanTag, isPlausibleYear, type TrackTags, titleFromFileName } from "#app/domain/track.ts";
import { planParts } from "#app/domain/upload-plan.ts";
import { findTrack, insertTrackOfUpload, type TrackRow } from "#db/queries/tracks.ts";
import { deleteUpload, findUpload, listUploadParts, type UploadRow } from "#db/queries/uploads.ts";
import type { SignedInContext } from "../functions/define.ts";
import { accessRoom } from "../functions/room-access.ts";
import { addToRoom } from "../room/add-to-room.ts";
import { deleteBytes, discardUpload } from "./discard-upload.ts";
import { inspectAudio } from "./inspect-audio.ts";
import { audioKey, mapKey } from "./keys.ts";
import { r2Bytes } from "./stored-bytes.ts";
import { entryIdOf, trackIdOf } from "./track-of-upload.ts";

type Completion = { readonly uploadId: UploadId; readonly tags: TrackTags; readonly hue: number | null };

/**
 * Makes a track of an upload whose parts are all there, and tells the room. Each step leaves something to go on from,
 * so that a call that was cut off can be repeated; the upload's row goes last.
 */
export async function completeUpload(
  context: SignedInContext,
  completion: Completion,
): Promise<Result<{ readonly trackId: TrackId }>> {
  const { env, db, user, nowMs } = context;
  const trackId = trackIdOf(completion.uploadId);
  const upload = await findUpload(db, completion.uploadId, user.id);
  const existing = await findTrack(db, trackId);
  if (!upload) return existing?.uploadedBy === user.id ? ok({ trackId }) : fail("upload-not-found");
  const access = await accessRoom(context, upload.roomId);
  if (!access.ok) return access;
  if (!can(access.value.standing, "add-tracks")) return fail("forbidden");
  const made = existing ? ok(existing) : await makeTrack(context, upload, completion);
  if (!made.ok) return made;
  const additions = [{ entryId: entryIdOf(upload.id), track: made.value }];
  const added = await addToRoom({ env, db, news: access.value.news, user, nowMs, additions });
  await deleteUpload(db, upload.id);
  return added.ok ? ok({ trackId }) : added;
}

async function makeTrack(
  { env, db, nowMs }: SignedInContext,
  upload: UploadRow,
  { tags, hue }: Completion,
): Promise<Result<TrackRow>> {
  const joined = await joinParts({ env, db }, upload);
  if (!joined.ok) return joined;
  const facts = await inspectAudio(r2Bytes(env.MEDIA, audioKey(upload.audioObject), upload.sizeBytes));
  if (!facts.ok) {
    await discardUpload(env, db, upload);
    return facts;
  }
  const { format, durationMs, seekMap } = facts.value;
  if (seekMap) await env.MEDIA.put(mapKey(upload.audioObject), JSON.stringify(seekMap), JSON_OBJECT);
  const track = {
    id: trackIdOf(upload.id),
    uploadedBy: upload.userId,
    ...cleanTags(tags, upload.fileName),
    durationMs,
    sizeBytes: upload.sizeBytes,
    format,
    audioObject: upload.audioObject,
    hue,
    createdAtMs: nowMs,
  };
  await insertTrackOfUpload(db, track, { uploadId: upload.id, roomId: upload.roomId });
  const inserted = await findTrack(db, track.id);
  if (inserted) return ok(inserted);
  // it was given up while we looked at it: what we have joined and added to it goes too
  await deleteBytes(env, upload);
  return fail("upload-not-found");
}

const JSON_OBJECT = { httpMetadata: { contentType: "application/json" } };

async function joinParts({ env, db }: Pick<SignedInContext, "env" | "db">, upload: UploadRow): Promise<Result<null>> {
  const key = audioKey(upload.audioObject);
  const stored = await env.MEDIA.head(key);
  if (!stored) {
    const parts = await listUploadParts(db, upload.id);
    if (parts.length !== planParts(upload.sizeBytes).length) return fail("upload-incomplete");
    const named = parts.map(({ number, etag }) => ({ partNumber: number, etag }));
    await env.MEDIA.resumeMultipartUpload(key, upload.multipartId).complete(named);
  }
  const { size } = stored ?? (await env.MEDIA.head(key)) ?? { size: 0 };
  if (size === upload.sizeBytes) return ok(null);
  await discardUpload(env, db, upload);
  return fail("upload-failed");
}

/** Nothing that the browser read is taken as it is. */
function cleanTags(tags: TrackTags, fileName: string): TrackTags {
  return {
    title: cleanTag(tags.title) || titleFromFileName(fileName),
    artist: cleanTag(tags.artist),
    album: cleanTag(tags.album),
    genre: cleanTag(tags.genre),
    year: tags.year !== null && isPlausibleYear(tags.year) ? tags.year : null,
  };
}
