import { AudioSampleSink, CustomSource, EncodedPacketSink, Input, type InputAudioTrack, MP4, OGG, WAVE } from "mediabunny";
import type { ByteSource } from "./byte-source.ts";
import type { Packet, PacketSource } from "./packets.ts";
import type { PcmBlock } from "./pcm.ts";

const FORMATS = { wav: WAVE, m4a: MP4, ogg: OGG } as const;
export type ContainerFormat = keyof typeof FORMATS;

const CACHE_BYTES = 1024 * 1024;
/** What Opus wants before a moment (RFC 7845 §4.6: 80 ms); the others take a packet or two. */
const PREROLL_SECONDS = 0.08;

/** A container that says itself what is in it and where. */
export type Container = {
  readonly isPcm: boolean;
  readonly packets: PacketSource;
  /** For what is not coded at all. */
  samples(frame: number, signal: AbortSignal): AsyncIterable<PcmBlock>;
};

export async function openContainer(bytes: ByteSource, format: ContainerFormat, signal: AbortSignal): Promise<Container> {
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
  const codec = (await track.getCodec()) ?? "";
  return {
    isPcm: codec.startsWith("pcm-") || codec === "ulaw" || codec === "alaw",
    packets: {
      config,
      sampleRate,
      channels,
      prerollFrames: Math.ceil(PREROLL_SECONDS * sampleRate),
      packets: (frame) => packetsOf(track, sampleRate, frame),
    },
    samples: (frame) => samplesOf(track, sampleRate, frame),
  };
}

async function* packetsOf(track: InputAudioTrack, sampleRate: number, frame: number): AsyncGenerator<Packet> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(frame / sampleRate)) ?? (await sink.getFirstPacket());
  for (let packet = first; packet; packet = await sink.getNextPacket(packet)) {
    yield { data: packet.data, frame: Math.round(packet.timestamp * sampleRate) };
  }
}

async function* samplesOf(track: InputAudioTrack, sampleRate: number, frame: number): AsyncGenerator<PcmBlock> {
  for await (const sample of new AudioSampleSink(track).samples(frame / sampleRate)) {
    const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(sample.numberOfFrames);
      sample.copyTo(plane, { planeIndex, format: "f32-planar" });
      return plane;
    });
    yield { sampleRate, startFrame: Math.round(sample.timestamp * sampleRate), planes };
    sample.close();
  }
}
