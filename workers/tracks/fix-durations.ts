import type { ObjectId } from "#app/domain/ids.ts";
import { listOwnTracks, setDuration, type TrackCursor } from "#db/queries/track-repair.ts";
import { type AudioFacts, inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { mapKey } from "#workers/media/object-keys.ts";
import { putSeekMap } from "#workers/media/put-seek-map.ts";
import { notifyRooms } from "./notify-rooms.ts";
import { openTrackFile } from "./track-file.ts";

export const TRACKS_AT_ONCE = 5;
/** Some formats are read to their end; behind this much a call stops and the next goes on. */
const BYTES_AT_ONCE = 256 * 1024 * 1024;
/** What is kept may be rounded, or be from another reader of the same bytes. */
const SAME_MS = 1;

export type FixedDurations = {
  readonly checked: number;
  readonly wrong: number;
  readonly fixed: number;
  /** Null: these were the last. */
  readonly nextCursor: TrackCursor | null;
};

type Repaired = { readonly isWrong: boolean; readonly isFixed: boolean };

/** Puts right the lengths of somebody's tracks from the bytes that are stored, some at a time. */
export async function fixDurations(context: SignedInContext, after: TrackCursor | null): Promise<FixedDurations> {
  const { db, user } = context;
  const own = await listOwnTracks(db, user.id, { after, limit: TRACKS_AT_ONCE });
  const done: Repaired[] = [];
  let bytesLeft = BYTES_AT_ONCE;
  for (const { track, audioDurationMs } of own) {
    bytesLeft -= track.sizeBytes;
    if (bytesLeft < 0 && done.length > 0) break;
    const kept = [track.durationMs, audioDurationMs ?? track.durationMs];
    done.push(await repair(context, track.audioObject, kept));
  }
  const last = own[done.length - 1]?.track;
  const isEnd = done.length === own.length && own.length < TRACKS_AT_ONCE;
  return {
    checked: done.length,
    wrong: done.filter(({ isWrong }) => isWrong).length,
    fixed: done.filter(({ isFixed }) => isFixed).length,
    nextCursor: last && !isEnd ? { createdAtMs: last.createdAtMs, id: last.id } : null,
  };
}

async function repair(context: SignedInContext, audioObject: ObjectId, kept: readonly number[]): Promise<Repaired> {
  const { env } = context;
  const facts = await inspectStored(env, audioObject);
  // bytes that are gone or say nothing are no reason to stop
  if (!facts) return { isWrong: true, isFixed: false };
  const { durationMs, seekMap } = facts;
  const isWrong = kept.some((keptMs) => keptMs === 0 || Math.abs(keptMs - durationMs) > SAME_MS);
  const isMapMissing = seekMap !== null && (await env.MEDIA.head(mapKey(audioObject))) === null;
  if (seekMap && (isWrong || isMapMissing)) await putSeekMap(env, audioObject, seekMap);
  if (!isWrong) return { isWrong, isFixed: false };
  const fixing = fix(context, audioObject, durationMs);
  // who hangs up now leaves nothing half done
  context.waitUntil(fixing.catch(() => undefined));
  await fixing;
  return { isWrong, isFixed: true };
}

async function fix(context: SignedInContext, audioObject: ObjectId, durationMs: number): Promise<void> {
  const { db, nowMs } = context;
  for (const trackId of await setDuration(db, audioObject, { durationMs, nowMs })) await notifyRooms(context, trackId);
}

async function inspectStored(env: Env, audioObject: ObjectId): Promise<AudioFacts | null> {
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
