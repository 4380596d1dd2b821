import { readAscii } from "./ascii.ts";
import type { PacketHeader } from "./packet-header.ts";

/**
 * Encoders put silence before and after the music of an MP3, and record its length in an info packet (Xing/Info with the
 * LAME extension; http://gabriel.mp3-tech.org/mp3infotag.html). Trimming it makes albums gapless.
 */
export type Mp3Gapless = {
  /** The packet contains metadata instead of audio. */
  readonly isInfoPacket: boolean;
  /** Frames to trim from the start and the end of the decoder's output. */
  readonly primingFrames: number;
  readonly trimEndFrames: number;
  /** Packets of the complete stream; 0 if unknown. */
  readonly packets: number;
};

const NONE: Mp3Gapless = { isInfoPacket: false, primingFrames: 0, trimEndFrames: 0, packets: 0 };

/** Delay of every decoder: 528 frames of the filter bank and one more. */
const DECODER_DELAY_FRAMES = 529;
const HEADER_BYTES = 4;
/** Encoders that write the LAME extension. */
const ENCODERS = ["LAME", "Lavf", "Lavc", "GOGO"];

/** @param packet the complete first packet of the stream */
export function readMp3Gapless(packet: Uint8Array, header: PacketHeader): Mp3Gapless {
  const at = HEADER_BYTES + getSideInfoBytes(header);
  const marker = readAscii(packet, at, 4);
  if (marker !== "Xing" && marker !== "Info")
    return readAscii(packet, 36, 4) === "VBRI" ? { ...NONE, isInfoPacket: true } : NONE;
  const flags = packet[at + 7] ?? 0;
  const extension = at + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  if (!ENCODERS.includes(readAscii(packet, extension, 4))) return { ...NONE, isInfoPacket: true };
  const [a = 0, b = 0, c = 0] = packet.subarray(extension + 21, extension + 24);
  const delay = (a << 4) | (b >> 4);
  const padding = ((b & 15) << 8) | c;
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  return {
    isInfoPacket: true,
    packets: flags & 1 ? view.getUint32(at + 8) : 0,
    primingFrames: delay + DECODER_DELAY_FRAMES,
    trimEndFrames: Math.max(0, padding - DECODER_DELAY_FRAMES),
  };
}

function getSideInfoBytes({ framesPerPacket, channels }: PacketHeader): number {
  const isMpeg1 = framesPerPacket === 1152;
  if (isMpeg1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
}
