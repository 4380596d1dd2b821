import { DecodingError } from "./decoding-error.ts";
import { PacketGarbage } from "./packet-garbage.ts";
import type { Packet, PacketSource } from "./packet-source.ts";
import type { PcmBlock } from "./pcm.ts";
import { takePlane } from "./plane-pool.ts";

/** Packets that wait in a decoder before more are sent. */
const QUEUE_MAX = 6;
/** Damaged places in one track that are skipped before it counts as undecodable. */
const RESTARTS_MAX = 50;
/** The same while nothing shows that the browser decodes this codec at all. */
const UNPROVEN_RESTARTS_MAX = 2;
/** Packets that a decoder takes at most before its first output. WebKitGTK takes all AAC and Vorbis without any output. */
const SILENT_PACKETS_MAX = 16;

/** Of all decoders of the page. */
const garbage = new PacketGarbage();

type DecodingOptions = {
  readonly signal: AbortSignal;
  /** The browser has decoded such packets before. */
  readonly isProven: boolean;
};

/**
 * Decodes packets with WebCodecs and places each block exactly. A damaged packet leaves a gap; the next one continues at
 * its own position, and a damaged end is omitted. Throws a `DecodingError`.
 */
export async function* decodePackets(
  source: PacketSource,
  fromFrame: number,
  { signal, isProven }: DecodingOptions,
): AsyncGenerator<PcmBlock> {
  let restarts = 0;
  let hasOutput = false;
  const isTrusted = () => hasOutput || isProven;
  let packetCount = 0;
  let decoder = new PacketDecoder(source);

  function* takeBlocks(): Generator<PcmBlock> {
    for (const block of decoder.takeBlocks()) {
      hasOutput = true;
      yield block;
    }
  }

  try {
    for await (const packet of source.packets(fromFrame - source.prerollFrames, signal)) {
      signal.throwIfAborted();
      if (decoder.error || packet.isAfterGap) {
        throwIfHopeless(decoder, ++restarts > (isTrusted() ? RESTARTS_MAX : UNPROVEN_RESTARTS_MAX));
        await decoder.flush();
        yield* takeBlocks();
        decoder.close();
        decoder = new PacketDecoder(source);
      }
      decoder.decode(packet);
      await decoder.waitForRoom();
      yield* takeBlocks();
      throwIfHopeless(decoder, !isTrusted() && ++packetCount > SILENT_PACKETS_MAX);
    }
    await decoder.flush();
    yield* takeBlocks();
    throwIfHopeless(decoder, decoder.error !== null && !hasOutput);
  } finally {
    decoder.close();
  }
}

function throwIfHopeless({ error }: PacketDecoder, isHopeless: boolean): void {
  if (isHopeless) throw new DecodingError("the AudioDecoder fails", { cause: error });
}

/**
 * An `AudioDecoder` for consecutive packets. It derives the positions of its blocks from their lengths and not from their
 * timestamps: some decoders emit nothing for the first packet (Vorbis), or drop the encoder's silence on each start (Opus).
 */
class PacketDecoder {
  readonly #config: AudioDecoderConfig;
  readonly #channels: number;
  readonly #decoder: AudioDecoder;
  readonly #outputs: AudioData[] = [];
  /** Frames at which the first two packets begin; the position of the first output follows from them. */
  readonly #firstFrames: number[] = [];
  /** Frame at which the first output begins, at the rate of the output; null before it. */
  #originFrame: number | null = null;
  #outputFrames = 0;
  #isFlushed = false;
  #error: Error | null = null;
  #wake: () => void = () => undefined;

  constructor({ config, channels }: PacketSource) {
    this.#config = config;
    this.#channels = channels;
    this.#decoder = new AudioDecoder({
      output: (data) => {
        this.#outputs.push(data);
        this.#wake();
      },
      error: (error) => {
        this.#error = error;
        this.#wake();
      },
    });
    this.#decoder.addEventListener("dequeue", () => this.#wake());
    this.#try(() => this.#decoder.configure(config));
  }

  get error(): Error | null {
    return this.#error;
  }

  decode({ data, frame }: Packet): void {
    if (this.#firstFrames.length < 2) this.#firstFrames.push(frame);
    const timestamp = Math.round((frame * 1e6) / this.#config.sampleRate);
    this.#try(() => this.#decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data })));
    garbage.add(data.length);
  }

  /** Resolves when the decoder accepts more packets, or has failed. */
  async waitForRoom(): Promise<void> {
    while (!this.#error && this.#decoder.decodeQueueSize >= QUEUE_MAX) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Resolves when all packets are decoded, or the decoder has failed. */
  async flush(): Promise<void> {
    // `error` reports a failure
    if (this.#decoder.state === "configured") await this.#decoder.flush().catch(() => undefined);
    this.#isFlushed = true;
  }

  /** The blocks decoded since the last call. There are none while the position of the first one is uncertain. */
  *takeBlocks(): Generator<PcmBlock> {
    if (this.#firstFrames.length < 2 && !this.#isFlushed) return;
    for (let data = this.#outputs.shift(); data; data = this.#outputs.shift()) {
      const { sampleRate, numberOfFrames } = data;
      // Firefox's output for the first Vorbis packet is empty and cannot be copied
      const planes = numberOfFrames > 0 ? this.#copyPlanes(data) : null;
      if (planes) this.#originFrame ??= this.#findOrigin(data);
      data.close();
      if (planes) yield { sampleRate, startFrame: (this.#originFrame ?? 0) + this.#outputFrames, planes };
      this.#outputFrames += numberOfFrames;
    }
  }

  close(): void {
    for (const data of this.#outputs.splice(0)) data.close();
    if (this.#decoder.state !== "closed") this.#decoder.close();
    this.#wake();
  }

  /** Some browsers throw where others report the error later. Returns null then. */
  #try<T>(act: () => T): T | null {
    try {
      return act();
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }

  #copyPlanes(data: AudioData): readonly Float32Array[] | null {
    return this.#try(() => copyPlanes(data, Math.min(this.#channels, data.numberOfChannels)));
  }

  /** The first output ends where the second packet begins. For Vorbis it begins there: the first packet has no output. */
  #findOrigin({ sampleRate, numberOfFrames }: AudioData): number {
    // HE-AAC decodes to twice the rate that its packets state
    const scale = sampleRate / this.#config.sampleRate;
    const [first = 0, second] = this.#firstFrames;
    if (second === undefined) return first * scale;
    return second * scale - (this.#config.codec === "vorbis" ? 0 : numberOfFrames);
  }
}

function copyPlanes(data: AudioData, channels: number): readonly Float32Array[] {
  return Array.from({ length: channels }, (_, planeIndex) => {
    const plane = takePlane(data.numberOfFrames);
    data.copyTo(plane, { planeIndex, format: "f32-planar" });
    return plane;
  });
}
