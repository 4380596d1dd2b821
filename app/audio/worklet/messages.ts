/** Messages between the main thread and the player in the audio thread. */

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

export type PlayerCommand =
  | { readonly type: "open"; readonly voice: VoiceId; readonly sampleRate: number; readonly channels: number }
  /** Planar samples from `startFrame` on, in order. */
  | { readonly type: "samples"; readonly voice: VoiceId; readonly startFrame: number; readonly planes: readonly Float32Array[] }
  /** The last samples have been sent. */
  | { readonly type: "complete"; readonly voice: VoiceId }
  | { readonly type: "place"; readonly voice: VoiceId; readonly placement: Placement }
  | { readonly type: "close"; readonly voice: VoiceId }
  | { readonly type: "volume"; readonly gain: number };

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
export type PlayerReport = { readonly voices: readonly VoiceReport[] };

/** A report as the player sends it, with the planes whose samples it has copied, so that they can be filled again. */
export type PlayerMessage = PlayerReport & { readonly planes: readonly Float32Array[] };

/** The name under which the processor is registered. */
export const PLAYER_PROCESSOR = "tutti-player";
