import type { EntryId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { type Segment, segmentsFrom, type Timeline } from "#app/domain/playback/schedule.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";

/**
 * Which stretches of which tracks have to be ready, and when each sounds: the room's time line, cut to what a device
 * needs to know. Pure: it compares what is wanted with what there is, and says what to do. Times are the server's, ms.
 */
export type VoiceTimeline = {
  /** When the track's very first moment would have been. */
  readonly originMs: number;
  readonly startMs: number;
  /** When it ends; null: nobody has said. */
  readonly stopMs: number | null;
  /** Ends in the middle of the music. */
  readonly isCutShort: boolean;
};

export type PlannedVoice = {
  readonly id: number;
  readonly entryId: EntryId;
  /** Null: it waits, filled, for a start at `cueMs`. */
  readonly line: VoiceTimeline | null;
  /** The position in the track from which its samples are kept ready. */
  readonly cueMs: number;
};

export type VoicePlan = {
  readonly keep: readonly PlannedVoice[];
  readonly open: readonly (Omit<PlannedVoice, "id"> & { readonly entry: Entry })[];
  readonly close: readonly PlannedVoice[];
};

/** The next track is made ready this long before it begins. */
export const PREPARE_MS = 12_000;
/** Lines this close are one: the room repeats itself. */
const SAME_LINE_MS = 0.5;
/** A cue is good for a start this far behind it. */
const SAME_CUE_MS = 2000;
/** A voice that ended is kept for its tail to be heard out. */
const TAIL_MS = 400;
/** A pause lies a lead ahead, or has been under way for as long as a message takes. */
const PAUSE_REACH_MS = 3000;

export function planVoices({
  line: timeline,
  voices,
  serverNowMs,
}: {
  readonly line: Timeline;
  readonly voices: readonly PlannedVoice[];
  readonly serverNowMs: number;
}): VoicePlan {
  const { playlist, playback } = timeline;
  const segments = segmentsFrom(timeline, { serverNowMs, count: 2 }).filter(
    (segment, i) => i === 0 || segment.startMs - serverNowMs < PREPARE_MS,
  );
  const rest = new Set(voices);
  const keep: PlannedVoice[] = [];
  const open: VoicePlan["open"][number][] = [];
  for (const segment of segments) {
    const line = lineOf(segment);
    const voice =
      [...rest].find((one) => isSameLine(one, segment, line)) ?? [...rest].find((one) => isCueFor(one, segment, serverNowMs));
    if (voice) {
      rest.delete(voice);
      keep.push({ ...voice, line });
    } else {
      const cueMs = segment.startPositionMs + Math.max(0, serverNowMs - segment.startMs);
      open.push({ entryId: segment.entry.id, entry: segment.entry, line, cueMs });
    }
  }
  const nextStartMs = segments[0]?.startMs ?? null;
  for (const voice of rest) {
    const ending = endVoice(voice, { playback, nextStartMs, serverNowMs });
    if (ending) {
      rest.delete(voice);
      keep.push(ending);
    }
  }
  const cue = playback.status === "paused" ? findEntry(playlist, playback.entryId) : undefined;
  if (cue && playback.status === "paused" && !keep.some((voice) => isCueOf(voice, playback))) {
    open.push({ entryId: cue.id, entry: cue, line: null, cueMs: playback.positionMs });
  }
  return { keep, open, close: [...rest] };
}

function lineOf(segment: Segment): VoiceTimeline {
  const { startMs, startPositionMs, endMs } = segment;
  return { originMs: startMs - startPositionMs, startMs, stopMs: endMs, isCutShort: false };
}

function isSameLine(voice: PlannedVoice, segment: Segment, line: VoiceTimeline): boolean {
  return (
    voice.entryId === segment.entry.id && voice.line !== null && Math.abs(voice.line.originMs - line.originMs) < SAME_LINE_MS
  );
}

/** A filled voice that is silent, at or shortly before where the stretch begins. */
function isCueFor(voice: PlannedVoice, segment: Segment, serverNowMs: number): boolean {
  const isSilent = voice.line === null || (voice.line.stopMs !== null && voice.line.stopMs < serverNowMs);
  if (voice.entryId !== segment.entry.id || !isSilent) return false;
  return isNear(voice.cueMs, segment.startPositionMs);
}

function isNear(cueMs: number, positionMs: number): boolean {
  return positionMs >= cueMs && positionMs - cueMs < SAME_CUE_MS;
}

/** What becomes of a voice that nothing calls for any more: it ends when the next begins, or where the room stopped. */
function endVoice(voice: PlannedVoice, { playback, nextStartMs, serverNowMs }: Ending): PlannedVoice | null {
  const { line } = voice;
  if (line === null || line.isCutShort) {
    const isAnalyzed = line !== null && line.stopMs !== null && line.stopMs + TAIL_MS > serverNowMs;
    return isAnalyzed || isCueOf(voice, playback) ? voice : null;
  }
  const naturalMs = line.stopMs ?? Number.POSITIVE_INFINITY;
  const pauseMs = pauseOf(voice.entryId, line, { playback, serverNowMs });
  if (pauseMs !== null && playback.status === "paused") {
    // its samples around the pause are the best cue there is
    return { ...voice, cueMs: playback.positionMs, line: { ...line, stopMs: Math.min(pauseMs, naturalMs), isCutShort: true } };
  }
  const stopMs = Math.min(naturalMs, nextStartMs ?? serverNowMs);
  if (stopMs + TAIL_MS < serverNowMs) return null;
  // what its samples are good for from now on is what follows, and not where it once began
  const cueMs = stopMs - line.originMs;
  return { ...voice, cueMs, line: { ...line, stopMs, isCutShort: stopMs < naturalMs - SAME_LINE_MS } };
}

type Ending = { readonly playback: Playback; readonly nextStartMs: number | null; readonly serverNowMs: number };

/** A cue is kept while the room stands there. */
function isCueOf(voice: PlannedVoice, playback: Playback): boolean {
  return playback.status === "paused" && playback.entryId === voice.entryId && isNear(voice.cueMs, playback.positionMs);
}

/** When the voice gets to where the room was paused, if that is a pause on its way and not some other place. */
function pauseOf(
  entryId: EntryId,
  line: VoiceTimeline,
  { playback, serverNowMs }: { readonly playback: Playback; readonly serverNowMs: number },
): number | null {
  if (playback.status !== "paused" || playback.entryId !== entryId) return null;
  const pauseMs = line.originMs + playback.positionMs;
  return Math.abs(pauseMs - serverNowMs) < PAUSE_REACH_MS ? pauseMs : null;
}
