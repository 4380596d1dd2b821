/** Messages between the main thread and the player in the audio thread. */
import type { TestSound } from "#app/domain/devices/sound-check.ts";
import type { Band } from "./crossover.ts";

export type VoiceId = number;

/** A fade of the audio context, in frames that may be fractional. */
export type FrameSpan = { readonly startFrame: number; readonly endFrame: number };

/**
 * Maps frames of the audio context to frames of a track, linearly. A frame is one sample of every channel; frame numbers
 * may be fractional. Context frames count from the start of the context at the context's rate.
 */
export type Placement = {
  /** At this frame of the context the track is at `trackFrame`. */
  readonly contextFrame: number;
  readonly trackFrame: number;
  /** Track frames per context frame: the ratio of the sample rates times the ratio of the clocks. */
  readonly rate: number;
  /** Context frame at which the voice starts. It starts later if its samples are late. */
  readonly startFrame: number;
  /** Context frame at which the voice stops; null if it plays to its last sample. */
  readonly stopFrame: number | null;
  /** The voice stops in the middle of the music, so it is faded out. */
  readonly isCutShort: boolean;
  /** The crossfades with the voices before and after it; null without one. */
  readonly fadeIn: FrameSpan | null;
  readonly fadeOut: FrameSpan | null;
  /** Linear gain that levels the loudness of all tracks. */
  readonly gain: number;
};

/** A message for one voice. */
export type VoiceCommand =
  | { readonly type: "open"; readonly voice: VoiceId; readonly sampleRate: number; readonly channels: number }
  /** Planar samples from `startFrame` on, in order. */
  | { readonly type: "samples"; readonly voice: VoiceId; readonly startFrame: number; readonly planes: readonly Float32Array[] }
  /** The last samples have been sent. */
  | { readonly type: "complete"; readonly voice: VoiceId }
  | { readonly type: "place"; readonly voice: VoiceId; readonly placement: Placement }
  | { readonly type: "close"; readonly voice: VoiceId };

export type PlayerCommand =
  | VoiceCommand
  /** The voices jump to their scheduled positions, because the way from here to the loudspeaker has another length now. */
  | { readonly type: "realign" }
  /** The volume of the voices, linear, and how long the change takes. */
  | { readonly type: "volume"; readonly gain: number; readonly fadeMs: number }
  /** The voices are silent before this frame of the context. They move on meanwhile. */
  | { readonly type: "silence"; readonly untilFrame: number }
  | { readonly type: "channels"; readonly mix: ChannelMix }
  /** The band of the music that plays; null for all of it. */
  | { readonly type: "band"; readonly band: Band | null }
  /** An inaudible tone, for outputs that fall asleep in silence. */
  | { readonly type: "keep-alive"; readonly isOn: boolean }
  /** The samples of a test sound at the context's rate. They are sent once. */
  | { readonly type: "test-samples"; readonly sound: TestSound; readonly samples: Float32Array }
  | ({ readonly type: "test-sound" } & PlannedTestSound)
  /** Ends the test sounds of a check, those that play and those that are planned. */
  | { readonly type: "end-test-sounds"; readonly check: string };

/** One test sound of a check. Sending it again moves it, until it starts. */
export type PlannedTestSound = {
  readonly check: string;
  /** The number of the sound within its check. */
  readonly index: number;
  readonly sound: TestSound;
  /** Context frame at which it starts, whole. A sound whose frame has passed is dropped. */
  readonly startFrame: number;
};

/** How the two channels are mixed: each plays its own sound, both play the left or the right one, or both play the mean. */
export type ChannelMix = "stereo" | "left" | "right" | "mono";

export type VoiceReport = {
  readonly voice: VoiceId;
  /** Track frame that plays now; null while the voice is silent. */
  readonly positionFrame: number | null;
  /** Actual minus scheduled position, ms: positive is ahead. */
  readonly errorMs: number;
  readonly trimPpm: number;
  /** Blocks that lacked samples, and jumps of the read position, since the voice was opened. */
  readonly underruns: number;
  readonly jumps: number;
  readonly isOver: boolean;
};

/** Sent about eight times a second. */
export type PlayerReport = {
  readonly voices: readonly VoiceReport[];
  /** The time since the last report, by the date, that is longer than what was played, ms. */
  readonly stallMs: number;
};

/** A report as the player sends it, with the planes whose samples it has copied, so that they can be filled again. */
export type PlayerMessage = PlayerReport & { readonly planes: readonly Float32Array[] };

/** The name under which the processor is registered. */
export const PLAYER_PROCESSOR = "tutti-player";
