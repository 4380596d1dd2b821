import type { EntryId, TrackId } from "#app/domain/ids.ts";
import { formatLyrics } from "#app/domain/lyrics/format-lyrics.ts";
import { hasWords } from "#app/domain/lyrics/lyrics.ts";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalizeTag } from "#app/domain/tracks/track.ts";
import { roundLevels, type TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { insertUploadedTrack, type NewTrack } from "#db/queries/new-track.ts";
import { filterOrphans } from "#db/queries/orphaned-objects.ts";
import { findTrack, type TrackRow } from "#db/queries/tracks.ts";
import { deleteUpload, findUpload, listUploadParts, type UploadRow } from "#db/queries/uploads.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import { readStoredTags } from "#workers/audio-inspection/read-stored-tags.ts";
import { r2Bytes } from "#workers/audio-inspection/stored-bytes.ts";
import { takeTurn } from "#workers/audio-inspection/take-turns.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { deleteOrphans } from "#workers/media/delete-orphans.ts";
import { audioKey, seekMapKey } from "#workers/media/object-keys.ts";
import { putSeekMap } from "#workers/media/put-seek-map.ts";
import { addToPlaylist } from "#workers/playlist/add-to-playlist.ts";
import { deleteUploadObjects, discardUpload, isNoSuchUpload } from "./discard-upload.ts";
import { hashStoredObject } from "./hash-stored-object.ts";
import { toEntryId, toTrackId } from "./upload-ids.ts";
import type { UploadToRoom } from "./upload-requirement.ts";

type Completion = {
  readonly hue: number | null;
  /** Null if the browser could not decode the file. */
  readonly analysis: TrackAnalysis | null;
  /** The text of an `.lrc` file that was chosen with the audio file. It replaces the lyrics in the tags. */
  readonly lyrics?: string | undefined;
  /** Names the album of a file without such a tag. */
  readonly album?: string | undefined;
  /** The order of this track's entry and of others that are added before or after it. Without it, it goes to the end. */
  readonly sequence?: readonly EntryId[] | undefined;
};

/**
 * Makes a track from an upload whose parts are all stored, and adds it to the room's playlist. A call that was interrupted
 * at any step can be repeated; the upload's row is deleted last.
 */
export async function completeUpload(
  context: SignedInContext,
  { upload, access }: UploadToRoom,
  completion: Completion,
): Promise<Result<{ readonly trackId: TrackId }>> {
  const { env, db, user, nowMs } = context;
  const { metadata } = access;
  const { sequence } = completion;
  const trackId = toTrackId(upload.id);
  const existing = await findTrack(db, trackId);
  const track = existing ? ok(existing) : await makeTrack(context, upload, completion);
  if (!track.ok) return track;
  const additions = [{ entryId: toEntryId(upload.id), track: track.value }];
  const added = await addToPlaylist({ env, db, metadata, user, nowMs, additions, sequence });
  await deleteUpload(db, upload.id);
  return added.ok ? ok({ trackId }) : added;
}

async function makeTrack(
  { env, db, nowMs }: SignedInContext,
  upload: UploadRow,
  { hue, analysis, lyrics, album = "" }: Completion,
): Promise<Result<TrackRow>> {
  const inspected = await takeTurn(upload.userId, () => inspectUpload({ env, db }, upload));
  if (!inspected.ok) return inspected;
  const { sha256, track, tagLyrics } = inspected.value;
  const { loudnessLufs, truePeakDb, waveform } = analysis ?? NO_ANALYSIS;
  const levels = roundLevels({ loudnessLufs, truePeakDb });
  const measured = { hue, ...levels, createdAtMs: nowMs };
  const { id: uploadId, audioObject, roomId } = upload;
  const keys = [audioKey(audioObject), seekMapKey(audioObject)];
  const stored = { uploadId, audioObject, roomId, sha256, waveform, keys, lyrics: readChosenLyrics(lyrics) ?? tagLyrics };
  await insertUploadedTrack(db, { ...track, album: track.album || normalizeTag(album), ...measured }, stored);
  // the same bytes were stored already: the new copy is orphaned
  await deleteOrphans(env, db, await filterOrphans(db, keys));
  const inserted = await findTrack(db, track.id);
  if (inserted) return ok(inserted);
  // the upload was discarded during the inspection: delete the objects that were written since
  await deleteUploadObjects(env, upload);
  return fail("upload-not-found");
}

const NO_ANALYSIS: TrackAnalysis = { loudnessLufs: null, truePeakDb: null, waveform: null };

/** The browser refuses files that exceed the limits. Lyrics are no reason to refuse the track. */
function readChosenLyrics(text = ""): string | null {
  const parsed = parseLyrics(text);
  return parsed.ok && hasWords(parsed.value) ? formatLyrics(parsed.value) : null;
}

type InspectedUpload = {
  readonly sha256: string;
  readonly track: Omit<NewTrack, "hue" | "createdAtMs" | keyof TrackAnalysis>;
  readonly tagLyrics: string | null;
};

/** Determines the track's data from the stored bytes alone; the browser's claims are only compared with them. */
async function inspectUpload(
  { env, db }: Pick<SignedInContext, "env" | "db">,
  upload: UploadRow,
): Promise<Result<InspectedUpload>> {
  const joined = await joinParts({ env, db }, upload);
  if (!joined.ok) return joined;
  const openStored = () => r2Bytes(env.MEDIA, audioKey(upload.audioObject), upload.sizeBytes);
  const bytes = openStored();
  const facts = await inspectAudio(bytes);
  // with a budget of its own, because the inspection may have used much of the time
  if (!facts.ok || (await hashStoredObject(openStored())) !== upload.sha256) {
    await discardUpload(env, db, upload);
    return facts.ok ? fail("audio-upload-failed") : facts;
  }
  const { tags, lyrics: tagLyrics } = await readStoredTags(bytes, upload.fileName);
  const { format, durationMs, seekMap } = facts.value;
  if (seekMap) await putSeekMap(env, upload.audioObject, seekMap);
  const { id, userId: uploadedBy, sizeBytes, fileName, sha256 } = upload;
  const track = { id: toTrackId(id), uploadedBy, ...tags, durationMs, sizeBytes, format, fileName };
  return ok({ sha256, track, tagLyrics });
}

async function joinParts({ env, db }: Pick<SignedInContext, "env" | "db">, upload: UploadRow): Promise<Result<null>> {
  const key = audioKey(upload.audioObject);
  if (!(await env.MEDIA.head(key))) {
    const parts = await listUploadParts(db, upload.id);
    if (parts.length !== planParts(upload.sizeBytes).length) return fail("upload-incomplete");
    const uploadedParts = parts.map(({ number, etag }) => ({ partNumber: number, etag }));
    const multipart = env.MEDIA.resumeMultipartUpload(key, upload.multipartId);
    // another call has completed or cancelled the upload meanwhile, which the next request finds out
    await multipart.complete(uploadedParts).catch((error) => {
      if (!isNoSuchUpload(error)) throw error;
    });
  }
  const stored = await env.MEDIA.head(key);
  if (stored?.size === upload.sizeBytes) return ok(null);
  if (!(await findUpload(db, upload.id, upload.userId))) return fail("upload-not-found");
  await discardUpload(env, db, upload);
  return fail("audio-upload-failed");
}
