import type { VoiceId } from "#app/audio/worklet/messages.ts";
import type { EntryId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { listSegments, type Segment, type Timeline } from "#app/domain/playback/schedule.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";

/** A part of a crossfade, in server time, ms. */
export type Fade = { readonly startMs: number; readonly endMs: number };

/** When a voice sounds, in server time, ms. */
export type VoiceSchedule = {
  /** Server time that corresponds to position 0 of the track, whether or not the voice starts there. */
  readonly originMs: number;
  readonly startMs: number;
  /** Null while the end is open. */
  readonly stopMs: number | null;
  /** The voice stops in the middle of the music. */
  readonly isCutShort: boolean;
  /** The crossfades with the tracks before and after it. They stay where they are when the voice is cut short. */
  readonly fadeIn: Fade | null;
  readonly fadeOut: Fade | null;
};

export type PlannedVoice = {
  readonly id: VoiceId;
  readonly entryId: EntryId;
  /** Null while the voice waits for a start at its cue, with its samples ready. */
  readonly schedule: VoiceSchedule | null;
  /** The position in the track, ms, from which its samples are ready. */
  readonly cuePositionMs: number;
};

export type NewVoice = Omit<PlannedVoice, "id"> & { readonly entry: Entry };

export type VoicePlan<Voice extends PlannedVoice = PlannedVoice> = {
  readonly keep: readonly Voice[];
  readonly open: readonly NewVoice[];
  readonly close: readonly Voice[];
};

/** The next track is opened this long before it starts. */
export const PREPARE_MS = 12_000;
/** Schedules whose origins differ by less are the same: the room repeated its state. */
const SAME_ORIGIN_MS = 0.5;
/** A cue serves a start up to this far after it. */
const CUE_REACH_MS = 2000;
/** A voice that starts later than this has not begun to play: an output may be fed that far ahead. */
const OUTPUT_REACH_MS = 500;
/** A voice is kept this long after its end, until the output has played it. */
const TAIL_MS = 400;
/** A pause lies at most a lead ahead, or a message's delay behind. Otherwise the room was paused elsewhere in the track. */
const PAUSE_REACH_MS = 3000;

/**
 * Decides which voices a device needs for the room's timeline: it compares the segments that play now or soon with the
 * voices that exist. Pure.
 */
export function planVoices<Voice extends PlannedVoice>({
  timeline,
  voices,
  serverNowMs,
}: {
  readonly timeline: Timeline;
  readonly voices: readonly Voice[];
  readonly serverNowMs: number;
}): VoicePlan<Voice> {
  const { playlist, playback } = timeline;
  const segments = listSegments(timeline, { serverNowMs, count: 2 }).filter(
    (segment, i) => i === 0 || segment.startMs - serverNowMs < PREPARE_MS,
  );
  const { keep, open, unused } = assignVoices(segments, voices, serverNowMs);
  const close: Voice[] = [];
  const pauseMs = voices.map((voice) => findPauseMs(voice, playback, serverNowMs)).find((ms) => ms !== null) ?? serverNowMs;
  const ending = { playback, current: segments[0] ?? null, pauseMs, serverNowMs };
  for (const voice of unused) {
    const ended = endVoice(voice, ending);
    if (ended) keep.push(ended);
    else close.push(voice);
  }
  const isPaused = playback.status === "paused";
  const pausedEntry = isPaused ? findEntry(playlist, playback.entryId) : undefined;
  if (isPaused && pausedEntry && !keep.some((voice) => isCueFor(playback, voice))) {
    open.push({ entryId: pausedEntry.id, entry: pausedEntry, schedule: null, cuePositionMs: playback.positionMs });
  }
  return { keep, open, close };
}

type Assignment<Voice> = { readonly keep: Voice[]; readonly open: NewVoice[]; readonly unused: ReadonlySet<Voice> };

/** Finds a voice for each segment: one that plays it already, else one with a cue for it, else a new one. */
function assignVoices<Voice extends PlannedVoice>(
  segments: readonly Segment[],
  voices: readonly Voice[],
  serverNowMs: number,
): Assignment<Voice> {
  const unused = new Set(voices);
  const keep: Voice[] = [];
  const open: NewVoice[] = [];
  for (const segment of segments) {
    const schedule = toSchedule(segment);
    const voice =
      [...unused].find((candidate) => playsSegment(candidate, segment, schedule)) ??
      [...unused].find((candidate) => canStartSegment(candidate, segment, serverNowMs));
    if (voice) {
      unused.delete(voice);
      keep.push({ ...voice, schedule });
    } else {
      const cuePositionMs = segment.startPositionMs + Math.max(0, serverNowMs - segment.startMs);
      open.push({ entryId: segment.entry.id, entry: segment.entry, schedule, cuePositionMs });
    }
  }
  return { keep, open, unused };
}

function toSchedule({ startMs, startPositionMs, endMs, fadeInMs, fadeOutMs }: Segment): VoiceSchedule {
  const fadeIn = fadeInMs > 0 ? { startMs, endMs: startMs + fadeInMs } : null;
  const fadeOut = fadeOutMs > 0 ? { startMs: endMs - fadeOutMs, endMs } : null;
  return { originMs: startMs - startPositionMs, startMs, stopMs: endMs, isCutShort: false, fadeIn, fadeOut };
}

function playsSegment({ entryId, schedule }: PlannedVoice, segment: Segment, { originMs }: VoiceSchedule): boolean {
  return entryId === segment.entry.id && schedule !== null && Math.abs(schedule.originMs - originMs) < SAME_ORIGIN_MS;
}

/** The voice is silent, and its samples begin at or shortly before the segment. */
function canStartSegment({ entryId, schedule, cuePositionMs }: PlannedVoice, segment: Segment, serverNowMs: number): boolean {
  const isSilent =
    schedule === null ||
    schedule.startMs - serverNowMs > OUTPUT_REACH_MS ||
    (schedule.stopMs !== null && schedule.stopMs < serverNowMs);
  return entryId === segment.entry.id && isSilent && isWithinCue(cuePositionMs, segment.startPositionMs);
}

function isWithinCue(cuePositionMs: number, positionMs: number): boolean {
  return positionMs >= cuePositionMs && positionMs - cuePositionMs < CUE_REACH_MS;
}

function isCueFor(playback: Extract<Playback, { status: "paused" }>, voice: PlannedVoice): boolean {
  return playback.entryId === voice.entryId && isWithinCue(voice.cuePositionMs, playback.positionMs);
}

type Ending = {
  readonly playback: Playback;
  /** The segment that plays now. */
  readonly current: Segment | null;
  /** Server time at which a paused room has stopped. */
  readonly pauseMs: number;
  readonly serverNowMs: number;
};

/**
 * Ends a voice that no segment needs: with its crossfade into the current segment, where the room paused, or when the current
 * segment starts. Returns null once it can be closed.
 */
function endVoice<Voice extends PlannedVoice>(voice: Voice, ending: Ending): Voice | null {
  const { playback, current, pauseMs, serverNowMs } = ending;
  const { schedule } = voice;
  if (schedule === null || schedule.isCutShort) return isStillNeeded(voice, ending) ? voice : null;
  const endMs = schedule.stopMs ?? Number.POSITIVE_INFINITY;
  const fadeOut = current && toSchedule(current).fadeIn;
  if (fadeOut && Math.abs(fadeOut.endMs - endMs) < SAME_ORIGIN_MS && endMs + TAIL_MS > serverNowMs) {
    return { ...voice, schedule: { ...schedule, fadeOut } };
  }
  const ownPauseMs = findPauseMs(voice, playback, serverNowMs);
  if (ownPauseMs !== null && playback.status === "paused") {
    // its samples around the pause are the best cue
    const cutShort = { ...schedule, stopMs: Math.min(ownPauseMs, endMs), isCutShort: true };
    return { ...voice, cuePositionMs: playback.positionMs, schedule: cutShort };
  }
  const stopMs = Math.min(endMs, current?.startMs ?? pauseMs);
  if (stopMs + TAIL_MS < serverNowMs) return null;
  // the player keeps recent samples only, so the cue moves from where the voice once began to where it stops
  const cuePositionMs = stopMs - schedule.originMs;
  return { ...voice, cuePositionMs, schedule: { ...schedule, stopMs, isCutShort: stopMs < endMs - SAME_ORIGIN_MS } };
}

/** A voice that is cut short plays out its tail. A waiting voice remains while the room is paused at its cue. */
function isStillNeeded(voice: PlannedVoice, { playback, serverNowMs }: Ending): boolean {
  const stopMs = voice.schedule?.stopMs ?? null;
  const isTailPlaying = stopMs !== null && stopMs + TAIL_MS > serverNowMs;
  return isTailPlaying || (playback.status === "paused" && isCueFor(playback, voice));
}

/** Server time at which the voice reaches the position of the pause; null if the room is not paused near it. */
function findPauseMs({ entryId, schedule }: PlannedVoice, playback: Playback, serverNowMs: number): number | null {
  if (playback.status !== "paused" || playback.entryId !== entryId || schedule === null) return null;
  const pauseMs = schedule.originMs + playback.positionMs;
  return Math.abs(pauseMs - serverNowMs) < PAUSE_REACH_MS ? pauseMs : null;
}
