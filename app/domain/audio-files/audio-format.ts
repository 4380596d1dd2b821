/** The containers the product takes. The codec inside is checked separately. */
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

/** What a file picker offers. */
export const ACCEPTED_FILES = ".mp3,.wav,.flac,.aac,.m4a,.ogg,.oga,.opus,audio/*";

const BY_EXTENSION: Record<string, AudioFormat> = {
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

/** A guess from the name alone; the bytes decide. */
export function formatFromFileName(fileName: string): AudioFormat | null {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(fileName)?.[1]?.toLowerCase();
  return (extension && BY_EXTENSION[extension]) || null;
}

/** Bytes of a file's start that `sniffFormat` wants to see, after an ID3v2 tag. */
export const SNIFF_BYTES = 16;

/**
 * The container that the first bytes of a file belong to, or null.
 * @param head the first `SNIFF_BYTES` bytes after any ID3v2 tag
 */
export function sniffFormat(head: Uint8Array): AudioFormat | null {
  const [b0 = 0, b1 = 0] = head;
  if (hasText(head, 0, "fLaC")) return "flac";
  if (hasText(head, 0, "OggS")) return "ogg";
  if (hasText(head, 0, "RIFF") && hasText(head, 8, "WAVE")) return "wav";
  if (hasText(head, 0, "RF64") && hasText(head, 8, "WAVE")) return "wav";
  if (hasText(head, 4, "ftyp")) return "m4a";
  // ADTS and MPEG audio share the sync word; ADTS has the layer bits 00
  if (b0 === 0xff && (b1 & 0xf6) === 0xf0) return "aac";
  if (b0 === 0xff && (b1 & 0xe6) === 0xe2) return "mp3";
  return null;
}

export const ID3_HEADER_BYTES = 10;

/** Bytes that an ID3v2 tag takes at the start of `head`, its header included; 0 where there is none (id3.org, 2.4 §3.1). */
export function id3v2Bytes(head: Uint8Array): number {
  if (head.length < ID3_HEADER_BYTES || !hasText(head, 0, "ID3")) return 0;
  const [, , , , , flags = 0, a = 0, b = 0, c = 0, d = 0] = head;
  if ((a | b | c | d) & 0x80) return 0;
  const footer = flags & 0x10 ? ID3_HEADER_BYTES : 0;
  return ID3_HEADER_BYTES + ((a << 21) | (b << 14) | (c << 7) | d) + footer;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
