import type { Packet } from "#app/audio/packet-source.ts";
import { joinBytes } from "#app/domain/audio-files/join-bytes.ts";
import type { PieceFormat } from "./piece-file.ts";

/** Offsets in a description: the marker, a block header of four bytes, and STREAMINFO (RFC 9639 §8.2). */
const TOTAL_AT = 8 + 13;

/** @param description the marker and STREAMINFO, flagged as the last metadata block */
export function createFlacFormat(sampleRate: number, description: Uint8Array): PieceFormat {
  const header = createHeader(description);
  return {
    outputRate: sampleRate,
    toFile: (packets) => joinBytes([header, ...packets.map(({ data }) => data)]),
    span: (packets) => ({ startFrame: packets[0]?.frame ?? 0, frames: countFrames(packets) }),
  };
}

/** The length and the checksum belong to the entire track; zeros mean that they are unknown. */
function createHeader(description: Uint8Array): Uint8Array {
  const header = Uint8Array.from(description);
  header[TOTAL_AT] = (header[TOTAL_AT] ?? 0) & 0xf0;
  header.fill(0, TOTAL_AT + 1);
  return header;
}

function countFrames(packets: readonly Packet[]): number {
  return packets.reduce((sum, { frames }) => sum + frames, 0);
}
