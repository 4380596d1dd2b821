import { adtsHeaderBytes, findPacket, PACKET_HEADER_BYTES, readAdtsStream } from "#app/domain/audio-files/packet-header.ts";
import { findPointsAround, type SeekMap } from "#app/domain/audio-files/seek-map.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Packet, PacketSource } from "./packet-source.ts";
import { createAudioSpecificConfig, isPlainAac } from "./pieces/aac-format.ts";

/** Bytes per read. A packet has a few hundred bytes. */
const WINDOW_BYTES = 32 * 1024;

/** An MP3 packet may refer to nine packets before it (the bit reservoir), and overlaps with one more. */
const PREROLL_PACKETS = { mp3: 10, aac: 2 } as const;

const CODEC = { mp3: "mp3", aac: "mp4a.40.2" } as const;
const FRAMES_PER_AAC_BLOCK = 1024;

/** MP3 and ADTS: consecutive packets that state their own length. */
export async function createStreamPacketSource(
  bytes: ByteSource,
  map: SeekMap,
  { format, signal: opening }: { readonly format: StreamFormat; readonly signal: AbortSignal },
): Promise<PacketSource> {
  const { sampleRate, channels } = map;
  const description = format === "aac" ? await describeAac(bytes, map, opening) : null;
  const stream: Stream = { bytes, map, format, hasHeaders: description === null };
  return {
    // without `description`, browsers expect AAC as ADTS
    config: { codec: CODEC[format], sampleRate, numberOfChannels: channels, ...(description && { description }) },
    sampleRate,
    channels,
    prerollFrames: PREROLL_PACKETS[format] * map.framesPerPacket,
    packets: (frame, signal) => readPackets(stream, frame, signal),
  };
}

type StreamFormat = "mp3" | "aac";

type Stream = {
  readonly bytes: ByteSource;
  readonly map: SeekMap;
  readonly format: StreamFormat;
  /** Whether the decoder receives the packets with their headers. */
  readonly hasHeaders: boolean;
};

async function* readPackets(
  { bytes, map, format, hasHeaders }: Stream,
  frame: number,
  signal: AbortSignal,
): AsyncGenerator<Packet> {
  const { before } = findPointsAround(map.points, frame + map.primingFrames);
  let [packetFrame, byte] = before ?? [0, map.firstByte];
  let window: Uint8Array = new Uint8Array(0);
  let windowAt = byte;
  for (;;) {
    let { at, header } = findPacket(format, window, { from: byte - windowAt, stream: map });
    if (!header || at + header.packetBytes > window.length) {
      windowAt += at;
      window = await bytes.read(windowAt, Math.min(map.endByte, windowAt + WINDOW_BYTES), signal);
      ({ at, header } = findPacket(format, window, { from: 0, stream: map }));
    }
    byte = windowAt + at;
    if (header && at + header.packetBytes <= window.length) {
      const { packetBytes, framesPerPacket: frames } = header;
      const packet = window.subarray(at, at + packetBytes);
      const data = packet.subarray(hasHeaders ? 0 : adtsHeaderBytes(packet));
      yield { data, frame: packetFrame - map.primingFrames, frames };
      packetFrame += frames;
      byte += header.packetBytes;
    } else if (windowAt + window.length >= map.endByte) {
      return;
    }
  }
}

/**
 * The AudioSpecificConfig with which the packets of an ADTS stream can be decoded without their headers, like those of an MP4
 * file. WebKitGTK 2.50 crashes on packets with headers. Null for a stream that needs them.
 */
async function describeAac(
  bytes: ByteSource,
  { firstByte, framesPerPacket }: SeekMap,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const stream = readAdtsStream(await bytes.read(firstByte, firstByte + PACKET_HEADER_BYTES, signal));
  return framesPerPacket === FRAMES_PER_AAC_BLOCK && isPlainAac(stream) ? createAudioSpecificConfig(stream) : null;
}
