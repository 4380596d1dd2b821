import type { PacketHeader } from "./packet-header.ts";

/**
 * Encoders put silence before and after the music of an MP3 and note how much in a header of their own (Xing/Info,
 * with the LAME extension; http://gabriel.mp3-tech.org/mp3infotag.html). Leaving it out is what makes albums gapless.
 */
export type Mp3Gapless = {
  /** This packet is a note to players and holds no sound. */
  readonly isInfoPacket: boolean;
  /** Frames to leave out at the start and at the end of what the decoder gives. */
  readonly trimStartFrames: number;
  readonly trimEndFrames: number;
};

const NONE: Mp3Gapless = { isInfoPacket: false, trimStartFrames: 0, trimEndFrames: 0 };

/** What every decoder adds: 528 frames of the filter bank and one. */
const DECODER_DELAY_FRAMES = 529;
const HEADER_BYTES = 4;
const WRITERS = ["LAME", "Lavf", "Lavc", "GOGO"];

/** @param packet the first packet of the stream, whole */
export function readMp3Gapless(packet: Uint8Array, header: PacketHeader): Mp3Gapless {
  const at = HEADER_BYTES + sideInfoBytes(header);
  const mark = textAt(packet, at, 4);
  if (mark !== "Xing" && mark !== "Info") return textAt(packet, 36, 4) === "VBRI" ? { ...NONE, isInfoPacket: true } : NONE;
  const flags = packet[at + 7] ?? 0;
  const extension = at + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  if (!WRITERS.includes(textAt(packet, extension, 4))) return { ...NONE, isInfoPacket: true };
  const [a = 0, b = 0, c = 0] = packet.subarray(extension + 21, extension + 24);
  const delay = (a << 4) | (b >> 4);
  const padding = ((b & 15) << 8) | c;
  return {
    isInfoPacket: true,
    trimStartFrames: delay + DECODER_DELAY_FRAMES,
    trimEndFrames: Math.max(0, padding - DECODER_DELAY_FRAMES),
  };
}

function sideInfoBytes({ framesPerPacket, channels }: PacketHeader): number {
  const isMpeg1 = framesPerPacket === 1152;
  if (isMpeg1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
