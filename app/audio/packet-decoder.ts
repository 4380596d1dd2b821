import type { Packet, PacketSource } from "./packets.ts";
import type { PcmBlock } from "./pcm.ts";

/** Packets given to a decoder before its answers are waited for. */
const QUEUE = 6;
/** Damaged places in one track that are gone over. */
const RESTARTS_MAX = 50;

/**
 * Decodes packets with WebCodecs and says exactly where each block belongs. Decoders are believed in how many frames
 * they give and not in their timestamps: some swallow the first packet (Vorbis), or leave out what an encoder put in
 * front each time they start (Opus). A packet that cannot be decoded leaves a hole; the next one goes on in its place.
 */
export async function* decodePackets(source: PacketSource, fromFrame: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
  let restarts = 0;
  let blocks = 0;
  let decoding = startDecoder(source.config);

  function* decoded(): Generator<PcmBlock> {
    for (const block of decoding.take(source)) {
      blocks += 1;
      yield block;
    }
  }

  try {
    for await (const packet of source.packets(fromFrame - source.prerollFrames, signal)) {
      signal.throwIfAborted();
      if (decoding.error() || packet.isAfterGap) {
        restarts += 1;
        if (restarts > RESTARTS_MAX) throw decoding.error() ?? new Error("too many gaps");
        await decoding.flush();
        yield* decoded();
        decoding.close();
        decoding = startDecoder(source.config);
      }
      decoding.decode(packet);
      await decoding.room();
      yield* decoded();
    }
    await decoding.flush();
    yield* decoded();
    // a track whose end is damaged has still been played
    const error = decoding.error();
    if (error && blocks === 0) throw error;
  } finally {
    decoding.close();
  }
}

type Decoding = {
  decode(packet: Packet): void;
  /** Resolves when more may be given. */
  room(): Promise<void>;
  flush(): Promise<void>;
  /** What has come out, placed; nothing before it is sure where that is. */
  take(source: PacketSource): Generator<PcmBlock>;
  error(): Error | null;
  close(): void;
};

function startDecoder(config: AudioDecoderConfig): Decoding {
  const swallowsFirst = config.codec === "vorbis";
  const outputs: AudioData[] = [];
  /** Where the first two packets begin: from them, where the first output does. */
  const starts: number[] = [];
  /** Frames given so far, counted from `origin`. */
  let given = 0;
  let origin: number | null = null;
  let isFlushed = false;
  let failed: Error | null = null;
  let wake: () => void = () => undefined;
  const decoder = new AudioDecoder({
    output: (data) => {
      outputs.push(data);
      wake();
    },
    error: (error) => {
      failed = error;
      wake();
    },
  });
  decoder.addEventListener("dequeue", () => wake());
  decoder.configure(config);

  /** The first output ends where the second packet begins; where the first packet gave none, it begins there. */
  function originOf(first: AudioData, scale: number): number {
    const [start = 0, next] = starts;
    if (next === undefined) return start * scale;
    return next * scale - (swallowsFirst ? 0 : first.numberOfFrames);
  }

  return {
    decode(packet) {
      if (starts.length < 2) starts.push(packet.frame);
      const timestamp = Math.round((packet.frame * 1e6) / config.sampleRate);
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data: packet.data }));
    },
    async room() {
      while (!failed && decoder.decodeQueueSize >= QUEUE) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async flush() {
      // a failure is told by `error`
      if (decoder.state === "configured") await decoder.flush().catch(() => undefined);
      isFlushed = true;
    },
    *take({ channels }) {
      if (starts.length < 2 && !isFlushed) return;
      for (let data = outputs.shift(); data; data = outputs.shift()) {
        const { sampleRate, numberOfFrames } = data;
        // HE-AAC comes out at twice the rate that its packets name
        origin ??= originOf(data, sampleRate / config.sampleRate);
        const planes = planesOf(data, Math.min(channels, data.numberOfChannels));
        data.close();
        if (numberOfFrames > 0) yield { sampleRate, startFrame: origin + given, planes };
        given += numberOfFrames;
      }
    },
    error: () => failed,
    close() {
      for (const data of outputs.splice(0)) data.close();
      if (decoder.state !== "closed") decoder.close();
      wake();
    },
  };
}

function planesOf(data: AudioData, channels: number): readonly Float32Array[] {
  return Array.from({ length: channels }, (_, planeIndex) => {
    const plane = new Float32Array(data.numberOfFrames);
    data.copyTo(plane, { planeIndex, format: "f32-planar" });
    return plane;
  });
}
