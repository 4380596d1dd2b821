import { CustomSource, type EncodedPacket, EncodedPacketSink, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import { gaplessOf, type ItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import type { ByteSource } from "./byte-source.ts";
import { BytesRefused } from "./fetch-stored.ts";
import type { Packet, PacketSource } from "./packets.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;

const CACHE_BYTES = 1024 * 1024;
/** What Opus wants before a moment (RFC 7845 §4.6: 80 ms); the others take a packet or two. */
const PREROLL_SECONDS = 0.08;
/** From one place behind a hole to the next that is tried. */
const STEP_SECONDS = 0.5;

type Container = { readonly format: keyof typeof FORMATS; readonly durationMs: number };

/** A container that says itself what is in it and where. */
export async function containerPackets(
  bytes: ByteSource,
  { format, durationMs }: Container,
  signal: AbortSignal,
): Promise<PacketSource> {
  const read = (start: number, end: number) => bytes.read(start, end, signal);
  const source = new CustomSource({ getSize: () => bytes.sizeBytes, read, maxCacheSize: CACHE_BYTES });
  const input = new Input({ formats: [FORMATS[format]], source });
  signal.addEventListener("abort", () => input.dispose(), { once: true });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error("a container without sound");
  const { sampleRate, numberOfChannels: channels } = config;
  const trimStartFrames =
    format === "m4a" ? await silenceBefore(track, sampleRate, await readItunesGapless(read, bytes.sizeBytes)) : 0;
  const endSec = durationMs / 1000 + trimStartFrames / sampleRate;
  return {
    config,
    sampleRate,
    channels,
    leadInSec: trimStartFrames > 0 ? trimStartFrames / sampleRate : null,
    prerollFrames: Math.ceil(PREROLL_SECONDS * sampleRate),
    packets: async function* (frame) {
      const startSec = (frame + trimStartFrames) / sampleRate;
      for await (const packet of packetsOf(track, { sampleRate, startSec, endSec, signal })) {
        yield { ...packet, frame: packet.frame - trimStartFrames };
      }
    },
  };
}

async function silenceBefore(track: InputAudioTrack, sampleRate: number, note: ItunesGapless | null): Promise<number> {
  if (!note) return 0;
  const listed = { startSec: await track.getFirstTimestamp(), endSec: await track.computeDuration() };
  return gaplessOf(note, { ...listed, sampleRate })?.trimStartFrames ?? 0;
}

type Span = { readonly startSec: number; readonly endSec: number; readonly signal: AbortSignal };

async function* packetsOf(track: InputAudioTrack, span: Span & { readonly sampleRate: number }): AsyncGenerator<Packet> {
  const sink = new EncodedPacketSink(track);
  let packet = await firstOf(track, sink, span);
  let isAfterGap = false;
  while (packet) {
    yield { data: packet.data, frame: Math.round(packet.timestamp * span.sampleRate), isAfterGap };
    const next = await orNothing(sink.getNextPacket(packet), span.signal);
    isAfterGap = next === null;
    packet = next ?? (await behindHole(sink, { ...span, startSec: packet.timestamp + packet.duration }));
  }
}

async function firstOf(track: InputAudioTrack, sink: EncodedPacketSink, span: Span): Promise<EncodedPacket | null> {
  if (span.startSec <= (await track.getFirstTimestamp())) return sink.getFirstPacket();
  return (await orNothing(sink.getPacket(span.startSec), span.signal)) ?? (await behindHole(sink, span));
}

/** The reader of Ogg ends where a page is missing; what stands behind it can be asked for by its time. */
async function behindHole(sink: EncodedPacketSink, { startSec, endSec, signal }: Span): Promise<EncodedPacket | null> {
  for (let sec = startSec + STEP_SECONDS; sec < endSec; sec += STEP_SECONDS) {
    const packet = await orNothing(sink.getPacket(sec), signal);
    if (packet && packet.timestamp > startSec) return packet;
  }
  return null;
}

/** What does not hold together gives no sound: a page that is cut off, or no page where one should be. */
async function orNothing(reading: Promise<EncodedPacket | null>, signal: AbortSignal): Promise<EncodedPacket | null> {
  try {
    return await reading;
  } catch (error) {
    if (signal.aborted || error instanceof BytesRefused) throw error;
    return null;
  }
}
