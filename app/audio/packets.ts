/** A track's coded packets, from any moment on. */
export type PacketSource = {
  readonly config: AudioDecoderConfig;
  readonly sampleRate: number;
  readonly channels: number;
  /** What the decoder needs to have seen before a packet comes out right. */
  readonly prerollFrames: number;
  /** The first packet at or before `frame`, which may be negative, and all that follow. */
  packets(frame: number, signal: AbortSignal): AsyncIterable<Packet>;
};

export type Packet = {
  readonly data: Uint8Array;
  /** Where its sound begins in the track, in frames of `sampleRate`. Negative: an encoder's silence. */
  readonly frame: number;
};
