/** Reads the encoded packets of a track from any position. */
export type PacketSource = {
  readonly config: AudioDecoderConfig;
  readonly sampleRate: number;
  readonly channels: number;
  /** Frames that the decoder needs before a position to decode it correctly. */
  readonly prerollFrames: number;
  /** The last packet that begins at or before `frame`, which may be negative, and all that follow. */
  packets(frame: number, signal: AbortSignal): AsyncIterable<Packet>;
};

export type Packet = {
  readonly data: Uint8Array;
  /** Position in the track, in frames of `sampleRate`. Negative for the encoder's silence. */
  readonly frame: number;
  /** Frames until the next packet, in frames of `sampleRate`. */
  readonly frames: number;
  /** The packets before this one are damaged, so it does not continue the last one that was read. */
  readonly isAfterGap?: boolean;
};
