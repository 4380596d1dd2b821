import type { Packet, PacketSource } from "#app/audio/packet-source.ts";
import { joinBytes } from "#app/domain/audio-files/join-bytes.ts";
import { createAacFormat } from "./aac-format.ts";
import { createFlacFormat } from "./flac-format.ts";
import { createOpusFormat, createVorbisFormat } from "./ogg-format.ts";
import { type PieceFormat, spanEqualPackets } from "./piece-file.ts";

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
  return joinBytes(packets.map(({ data }) => data));
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
