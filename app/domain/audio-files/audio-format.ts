import { readAscii } from "./ascii.ts";

/** The containers that users may add. The codec inside is checked separately. */
export const AUDIO_FORMATS = ["mp3", "wav", "flac", "aac", "m4a", "ogg"] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

export const CONTENT_TYPES: Record<AudioFormat, string> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  aac: "audio/aac",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
};

/** The `accept` attribute of a file input. */
export const ACCEPTED_FILES = ".mp3,.mpeg,.mpga,.wav,.flac,.aac,.m4a,.ogg,.oga,.opus,audio/mpeg,audio/*";

const FORMAT_BY_EXTENSION: Record<string, AudioFormat> = {
  mp3: "mp3",
  mpeg: "mp3",
  mpga: "mp3",
  wav: "wav",
  wave: "wav",
  flac: "flac",
  aac: "aac",
  m4a: "m4a",
  mp4: "m4a",
  m4b: "m4a",
  ogg: "ogg",
  oga: "ogg",
  opus: "ogg",
};

/** A guess from the name alone. `sniffFormat` decides by the bytes. */
export function guessAudioFormat(fileName: string): AudioFormat | null {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(fileName)?.[1]?.toLowerCase();
  return (extension && FORMAT_BY_EXTENSION[extension]) || null;
}

/** Bytes that `sniffFormat` needs from the start of a file, after any ID3v2 tag. */
export const SNIFF_BYTES = 16;

/**
 * The container that a file begins with, or null.
 * @param head the first `SNIFF_BYTES` bytes after any ID3v2 tag
 */
export function sniffFormat(head: Uint8Array): AudioFormat | null {
  const [b0 = 0, b1 = 0] = head;
  const startsWith = (marker: string) => readAscii(head, 0, marker.length) === marker;
  if (startsWith("fLaC")) return "flac";
  if (startsWith("OggS")) return "ogg";
  if (startsWith("RIFF") && readAscii(head, 8, 4) === "WAVE") return "wav";
  if (startsWith("RF64") && readAscii(head, 8, 4) === "WAVE") return "wav";
  if (readAscii(head, 4, 4) === "ftyp") return "m4a";
  // ADTS and MPEG audio share the sync word; in ADTS the layer bits are 00
  if (b0 === 0xff && (b1 & 0xf6) === 0xf0) return "aac";
  if (b0 === 0xff && (b1 & 0xe6) === 0xe2) return "mp3";
  return null;
}

export const ID3_HEADER_BYTES = 10;

/** Size of the ID3v2 tag at the start of `head`, with its header; 0 if there is none (id3.org, ID3v2.4 §3.1). */
export function readId3v2SizeBytes(head: Uint8Array): number {
  if (head.length < ID3_HEADER_BYTES || readAscii(head, 0, 3) !== "ID3") return 0;
  const [, , , , , flags = 0, a = 0, b = 0, c = 0, d = 0] = head;
  if ((a | b | c | d) & 0x80) return 0;
  const footer = flags & 0x10 ? ID3_HEADER_BYTES : 0;
  return ID3_HEADER_BYTES + ((a << 21) | (b << 14) | (c << 7) | d) + footer;
}
