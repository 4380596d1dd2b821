import type { ObjectId } from "#app/domain/ids.ts";
import { MIB } from "#app/domain/units.ts";
import { listOwnTracks, setDuration } from "#db/queries/track-repair.ts";
import type { TrackCursor } from "#db/queries/tracks.ts";
import { type AudioFacts, inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import { takeTurn } from "#workers/audio-inspection/take-turns.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { seekMapKey } from "#workers/media/object-keys.ts";
import { putSeekMap } from "#workers/media/put-seek-map.ts";
import { notifyRooms } from "./notify-rooms.ts";
import { openTrackFile } from "./track-file.ts";

export const TRACKS_PER_CALL = 5;
/** Some formats are read to the end; past this size a call stops, and the next call continues. */
const BYTES_PER_CALL = 256 * MIB;
/** A stored duration may be rounded, or computed by another reader of the same bytes. */
const TOLERANCE_MS = 1;

export type FixedDurations = {
  readonly checked: number;
  readonly wrong: number;
  readonly fixed: number;
  /** Null after the last track. */
  readonly nextCursor: TrackCursor | null;
};

type Repair = { readonly isWrong: boolean; readonly isFixed: boolean };

/** Corrects the durations of the caller's tracks from the stored bytes, some tracks at a time. */
export async function fixDurations(context: SignedInContext, after: TrackCursor | null): Promise<FixedDurations> {
  const { db, user } = context;
  const tracks = await listOwnTracks(db, user.id, { after, limit: TRACKS_PER_CALL });
  const repairs: Repair[] = [];
  let bytesLeft = BYTES_PER_CALL;
  for (const { track, audioDurationMs } of tracks) {
    bytesLeft -= track.sizeBytes;
    if (bytesLeft < 0 && repairs.length > 0) break;
    const storedMs = [track.durationMs, audioDurationMs ?? track.durationMs];
    repairs.push(await repair(context, track.audioObject, storedMs));
  }
  const last = tracks[repairs.length - 1]?.track;
  const isEnd = repairs.length === tracks.length && tracks.length < TRACKS_PER_CALL;
  return {
    checked: repairs.length,
    wrong: repairs.filter(({ isWrong }) => isWrong).length,
    fixed: repairs.filter(({ isFixed }) => isFixed).length,
    nextCursor: last && !isEnd ? { createdAtMs: last.createdAtMs, id: last.id } : null,
  };
}

async function repair(context: SignedInContext, audioObject: ObjectId, storedMs: readonly number[]): Promise<Repair> {
  const { env, user } = context;
  const facts = await takeTurn(user.id, () => inspectStoredAudio(env, audioObject));
  // the bytes are missing or damaged; the other tracks can still be repaired
  if (!facts) return { isWrong: true, isFixed: false };
  const { durationMs, seekMap } = facts;
  const isWrong = storedMs.some((ms) => ms === 0 || Math.abs(ms - durationMs) > TOLERANCE_MS);
  const isMapMissing = seekMap !== null && (await env.MEDIA.head(seekMapKey(audioObject))) === null;
  if (seekMap && (isWrong || isMapMissing)) await putSeekMap(env, audioObject, seekMap);
  if (!isWrong) return { isWrong, isFixed: false };
  await runToCompletion(context, () => storeDuration(context, audioObject, durationMs));
  return { isWrong, isFixed: true };
}

async function storeDuration(context: SignedInContext, audioObject: ObjectId, durationMs: number): Promise<void> {
  const { db, nowMs } = context;
  for (const trackId of await setDuration(db, audioObject, { durationMs, nowMs })) await notifyRooms(context, trackId);
}

async function inspectStoredAudio(env: Env, audioObject: ObjectId): Promise<AudioFacts | null> {
  const bytes = await openTrackFile(env, { audioObject });
  if (!bytes) return null;
  try {
    const facts = await inspectAudio(bytes);
    return facts.ok ? facts.value : null;
  } catch (error) {
    logError("duration", error, { audio: audioObject });
    return null;
  }
}
