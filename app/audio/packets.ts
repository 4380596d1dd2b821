/** A track's coded packets, from any moment on. */
export type PacketSource = {
  readonly config: AudioDecoderConfig;
  readonly sampleRate: number;
  readonly channels: number;
  /** Silence that an encoder put in front and that is not counted here, s; null where the file alone knows. */
  readonly leadInSec: number | null;
  /** What the decoder needs to have seen before a packet comes out right. */
  readonly prerollFrames: number;
  /** The first packet at or before `frame`, which may be negative, and all that follow. */
  packets(frame: number, signal: AbortSignal): AsyncIterable<Packet>;
};

export type Packet = {
  readonly data: Uint8Array;
  /** Where its sound begins in the track, in frames of `sampleRate`. Negative: an encoder's silence. */
  readonly frame: number;
  /** Does not continue what came before: something in between is damaged. */
  readonly isAfterGap?: boolean;
};
