import type { Packet, PacketSource } from "#app/audio/packet-source.ts";
import { createAacFormat } from "./aac-format.ts";
import { concatBytes } from "./concat-bytes.ts";
import { createFlacFormat } from "./flac-format.ts";
import { createOpusFormat, createVorbisFormat } from "./ogg-format.ts";

/** Makes files of consecutive packets that `decodeAudioData` accepts. */
export type PieceFormat = {
  /** Rate of the decoded samples, Hz. */
  readonly outputRate: number;
  toFile(packets: readonly Packet[]): Uint8Array<ArrayBuffer>;
  /** The frames of the packet source that the decoded packets cover. */
  span(packets: readonly Packet[]): Span;
};

export type Span = { readonly startFrame: number; readonly frames: number };

/** Null if no file can contain packets of this codec. */
export function createPieceFormat({ config }: PacketSource): PieceFormat | null {
  const { codec, sampleRate } = config;
  const description = config.description ? toBytes(config.description) : null;
  if (codec === "mp3") return { outputRate: sampleRate, toFile: concatPackets, span: spanEqualPackets };
  if (codec.startsWith("mp4a.40.")) return createAacFormat(sampleRate, description);
  if (!description) return null;
  if (codec === "flac") return createFlacFormat(sampleRate, description);
  if (codec === "opus") return createOpusFormat(description);
  return codec === "vorbis" ? createVorbisFormat(sampleRate, description) : null;
}

function concatPackets(packets: readonly Packet[]): Uint8Array<ArrayBuffer> {
  return concatBytes(packets.map(({ data }) => data));
}

/** For codecs whose packets are equally long. A container may state a shorter time for the first and for the last one. */
export function spanEqualPackets(packets: readonly Packet[]): Span {
  const packetFrames = Math.max(...packets.map(({ frames }) => frames));
  const [first, second] = packets;
  const startFrame = second ? second.frame - packetFrames : (first?.frame ?? 0);
  return { startFrame, frames: packets.length * packetFrames };
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
