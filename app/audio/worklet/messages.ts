/** What the main thread and the player in the audio thread say to each other. */

export type VoiceId = number;

/**
 * Which frame of a track belongs to which frame of the context: a line. Frames are whole samples of all channels and
 * may be fractional; context frames count from the context's start at its own rate.
 */
export type Placement = {
  readonly contextFrame: number;
  readonly trackFrame: number;
  /** Track frames per context frame: the ratio of the sample rates, times that of the clocks. */
  readonly rate: number;
  /** The voice is silent before. It begins there, or as soon after as it has samples. */
  readonly startFrame: number;
  /** The voice is over there; null: it goes on to its last sample. */
  readonly stopFrame: number | null;
  /** Whether it ends in the middle of the music and is faded out. A track that ends is not. */
  readonly isCutShort: boolean;
  /** How loud it is, so that all tracks are equally so. */
  readonly gain: number;
};

export type ToPlayer =
  | { readonly type: "open"; readonly voice: VoiceId; readonly sampleRate: number; readonly channels: number }
  /** Planar samples from `startFrame` on; in order, without gaps. */
  | { readonly type: "samples"; readonly voice: VoiceId; readonly startFrame: number; readonly planes: readonly Float32Array[] }
  /** No more samples will come. */
  | { readonly type: "complete"; readonly voice: VoiceId }
  | { readonly type: "place"; readonly voice: VoiceId; readonly placement: Placement }
  | { readonly type: "close"; readonly voice: VoiceId }
  | { readonly type: "volume"; readonly gain: number };

export type VoiceReport = {
  readonly voice: VoiceId;
  /** Samples held: `[fromFrame, toFrame)` */
  readonly fromFrame: number;
  readonly toFrame: number;
  /** Where it plays; null: it is silent, waiting or over. */
  readonly positionFrame: number | null;
  /** Where it plays minus where it should, ms: positive is ahead. */
  readonly errorMs: number;
  readonly trimPpm: number;
  /** Since it was opened: blocks it could not fill, and jumps it made. */
  readonly starvedBlocks: number;
  readonly jumps: number;
  readonly isOver: boolean;
};

/** About eight times a second. */
export type FromPlayer = { readonly type: "report"; readonly contextFrame: number; readonly voices: readonly VoiceReport[] };

export const PLAYER_NAME = "tutti-player";
