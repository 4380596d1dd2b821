import { CustomSource, type EncodedPacket, EncodedPacketSink, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import { type ItunesGapless, matchItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import { hideDamagedOggStart, toOggStartSec } from "#app/domain/audio-files/ogg-damage.ts";
import type { ByteSource } from "./byte-source.ts";
import { FetchRefusedError } from "./fetch-with-retry.ts";
import type { Packet, PacketSource } from "./packet-source.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;

const CACHE_BYTES = 1024 * 1024;
/** Opus needs 80 ms (RFC 7845 §4.6); the other codecs need a packet or two. */
const PREROLL_SECONDS = 0.08;
/** Distance of the positions that are tried after a damaged place. */
const RESUME_STEP_SECONDS = 0.5;

type Container = { readonly format: keyof typeof FORMATS; readonly durationMs: number };

/** MP4 and Ogg: containers with their own index. */
export async function createContainerPacketSource(
  bytes: ByteSource,
  { format, durationMs }: Container,
  signal: AbortSignal,
): Promise<PacketSource> {
  const readStored = (start: number, end: number) => bytes.read(start, end, signal);
  const ogg = format === "ogg" ? await hideDamagedOggStart(readStored, bytes.sizeBytes) : null;
  const { read, sizeBytes } = ogg ?? { read: readStored, sizeBytes: bytes.sizeBytes };
  const source = new CustomSource({ getSize: () => sizeBytes, read, maxCacheSize: CACHE_BYTES });
  const input = new Input({ formats: [FORMATS[format]], source });
  signal.addEventListener("abort", () => input.dispose(), { once: true });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error("a container without an audio track");
  const { sampleRate, numberOfChannels: channels } = config;
  const gapless = format === "m4a" ? await readItunesGapless(read, bytes.sizeBytes) : null;
  const primingFrames = gapless ? await readPrimingFrames(track, gapless, sampleRate) : 0;
  const startSec = ogg ? toOggStartSec(await track.getFirstTimestamp(), ogg) : 0;
  const originFrame = Math.round(startSec * sampleRate) + primingFrames;
  const endSec = durationMs / 1000 + originFrame / sampleRate;
  return {
    config,
    sampleRate,
    channels,
    prerollFrames: Math.ceil(PREROLL_SECONDS * sampleRate),
    packets: async function* (frame) {
      const fromSec = (frame + originFrame) / sampleRate;
      for await (const packet of readPackets(track, { sampleRate, startSec: fromSec, endSec, signal })) {
        yield { ...packet, frame: packet.frame - originFrame };
      }
    },
  };
}

async function readPrimingFrames(track: InputAudioTrack, gapless: ItunesGapless, sampleRate: number): Promise<number> {
  const stream = { startSec: await track.getFirstTimestamp(), endSec: await track.computeDuration(), sampleRate };
  return matchItunesGapless(gapless, stream)?.primingFrames ?? 0;
}

type Range = { readonly startSec: number; readonly endSec: number; readonly signal: AbortSignal };

async function* readPackets(track: InputAudioTrack, range: Range & { readonly sampleRate: number }): AsyncGenerator<Packet> {
  const sink = new EncodedPacketSink(track);
  let packet = await findFirst(track, sink, range);
  let isAfterGap = false;
  while (packet) {
    const frame = Math.round(packet.timestamp * range.sampleRate);
    const frames = Math.round((packet.timestamp + packet.duration) * range.sampleRate) - frame;
    yield { data: packet.data, frame, frames, isAfterGap };
    const next = await nullIfDamaged(sink.getNextPacket(packet), range.signal);
    isAfterGap = next === null;
    packet = next ?? (await findAfterGap(sink, { ...range, startSec: packet.timestamp + packet.duration }));
  }
}

async function findFirst(track: InputAudioTrack, sink: EncodedPacketSink, range: Range): Promise<EncodedPacket | null> {
  if (range.startSec <= (await track.getFirstTimestamp())) return sink.getFirstPacket();
  return (await nullIfDamaged(sink.getPacket(range.startSec), range.signal)) ?? (await findAfterGap(sink, range));
}

/** Sequential reading of Ogg ends where a page is missing. The packets after it can still be found by their time. */
async function findAfterGap(sink: EncodedPacketSink, { startSec, endSec, signal }: Range): Promise<EncodedPacket | null> {
  for (let sec = startSec + RESUME_STEP_SECONDS; sec < endSec; sec += RESUME_STEP_SECONDS) {
    const packet = await nullIfDamaged(sink.getPacket(sec), signal);
    if (packet && packet.timestamp > startSec) return packet;
  }
  return null;
}

/** The reader throws where a page is truncated or missing. */
async function nullIfDamaged(reading: Promise<EncodedPacket | null>, signal: AbortSignal): Promise<EncodedPacket | null> {
  try {
    return await reading;
  } catch (error) {
    if (signal.aborted || error instanceof FetchRefusedError) throw error;
    return null;
  }
}
