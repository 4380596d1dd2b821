import { CustomSource, EncodedPacketSink, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import type { ByteSource } from "./byte-source.ts";
import type { Packet, PacketSource } from "./packets.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;

const CACHE_BYTES = 1024 * 1024;
/** What Opus wants before a moment (RFC 7845 §4.6: 80 ms); the others take a packet or two. */
const PREROLL_SECONDS = 0.08;

/** A container that says itself what is in it and where. */
export async function containerPackets(
  bytes: ByteSource,
  format: keyof typeof FORMATS,
  signal: AbortSignal,
): Promise<PacketSource> {
  const source = new CustomSource({
    getSize: () => bytes.sizeBytes,
    read: (start, end) => bytes.read(start, end, signal),
    maxCacheSize: CACHE_BYTES,
  });
  const input = new Input({ formats: [FORMATS[format]], source });
  signal.addEventListener("abort", () => input.dispose(), { once: true });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error("a container without sound");
  const { sampleRate, numberOfChannels: channels } = config;
  return {
    config,
    sampleRate,
    channels,
    leadInSec: null,
    prerollFrames: Math.ceil(PREROLL_SECONDS * sampleRate),
    packets: (frame) => packetsOf(track, sampleRate, frame),
  };
}

async function* packetsOf(track: InputAudioTrack, sampleRate: number, frame: number): AsyncGenerator<Packet> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(frame / sampleRate)) ?? (await sink.getFirstPacket());
  for (let packet = first; packet; packet = await sink.getNextPacket(packet)) {
    yield { data: packet.data, frame: Math.round(packet.timestamp * sampleRate) };
  }
}
