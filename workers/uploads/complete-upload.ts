import { can } from "#app/domain/access/permissions.ts";
import type { TrackId, UploadId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { levelsInTenths, type TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { insertTrackOfUpload, type NewTrack } from "#db/queries/new-track.ts";
import { findOrphan } from "#db/queries/orphaned-objects.ts";
import { findTrack, type TrackRow } from "#db/queries/tracks.ts";
import { deleteUpload, findUpload, listUploadParts, type UploadRow } from "#db/queries/uploads.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import { readStoredTags } from "#workers/audio-inspection/read-stored-tags.ts";
import { r2Bytes } from "#workers/audio-inspection/stored-bytes.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { audioKey, mapKey } from "#workers/media/object-keys.ts";
import { deleteOrphans } from "#workers/media/orphaned-objects.ts";
import { putSeekMap } from "#workers/media/put-seek-map.ts";
import { addToRoom } from "#workers/playlist/add-to-playlist.ts";
import { loadAccessibleRoom } from "#workers/rooms/room-access.ts";
import { deleteBytes, discardUpload } from "./discard-upload.ts";
import { hashStored } from "./hash-stored-object.ts";
import { entryIdOf, trackIdOf } from "./upload-ids.ts";

type Completion = {
  readonly uploadId: UploadId;
  readonly hue: number | null;
  /** Null: the browser could not listen to it. */
  readonly analysis: TrackAnalysis | null;
};

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
  const access = await loadAccessibleRoom(context, upload.roomId);
  if (!access.ok) return access;
  if (!can(access.value.effectiveRole, "add-tracks")) return fail("forbidden");
  const made = existing ? ok(existing) : await makeTrack(context, upload, completion);
  if (!made.ok) return made;
  const additions = [{ entryId: entryIdOf(upload.id), track: made.value }];
  const added = await addToRoom({ env, db, metadata: access.value.metadata, user, nowMs, additions });
  await deleteUpload(db, upload.id);
  return added.ok ? ok({ trackId }) : added;
}

async function makeTrack(
  { env, db, nowMs }: SignedInContext,
  upload: UploadRow,
  { hue, analysis }: Completion,
): Promise<Result<TrackRow>> {
  const looked = await look({ env, db }, upload);
  if (!looked.ok) return looked;
  const { sha256, track } = looked.value;
  const { loudnessLufs, truePeakDb, waveform } = analysis ?? NO_ANALYSIS;
  const levels = levelsInTenths({ loudnessLufs, truePeakDb });
  const measured = { hue, ...levels, createdAtMs: nowMs };
  const { id: uploadId, audioObject, roomId } = upload;
  const keys = [audioKey(audioObject), mapKey(audioObject)];
  await insertTrackOfUpload(db, { ...track, ...measured }, { uploadId, audioObject, roomId, sha256, waveform, keys });
  // the same bytes were here already
  await deleteOrphans(env, db, await findOrphan(db, keys));
  const inserted = await findTrack(db, track.id);
  if (inserted) return ok(inserted);
  // it was given up while we looked at it: what we have joined and added to it goes too
  await deleteBytes(env, upload);
  return fail("upload-not-found");
}

const NO_ANALYSIS: TrackAnalysis = { loudnessLufs: null, truePeakDb: null, waveform: null };

type Looked = { readonly sha256: string; readonly track: Omit<NewTrack, "hue" | "createdAtMs" | keyof TrackAnalysis> };

/** Everything that the stored bytes say of themselves: nothing that the browser claims is taken for it. */
async function look({ env, db }: Pick<SignedInContext, "env" | "db">, upload: UploadRow): Promise<Result<Looked>> {
  const joined = await joinParts({ env, db }, upload);
  if (!joined.ok) return joined;
  const bytes = r2Bytes(env.MEDIA, audioKey(upload.audioObject), upload.sizeBytes);
  const [facts, sha256, { tags }] = await Promise.all([
    inspectAudio(bytes),
    hashStored(bytes),
    readStoredTags(bytes, upload.fileName),
  ]);
  const isWhole = sha256 === upload.sha256;
  if (!facts.ok || !isWhole) {
    await discardUpload(env, db, upload);
    return facts.ok ? fail("upload-failed") : facts;
  }
  const { format, durationMs, seekMap } = facts.value;
  if (seekMap) await putSeekMap(env, upload.audioObject, seekMap);
  const { id, userId: uploadedBy, sizeBytes, fileName } = upload;
  return ok({ sha256, track: { id: trackIdOf(id), uploadedBy, ...tags, durationMs, sizeBytes, format, fileName } });
}

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
