import { repairTagText } from "#app/domain/audio-files/tag-text.ts";

declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => {
  decode(bytes: Uint8Array): string;
};

/** Decodes an `.lrc` file: UTF-8, UTF-16 with a byte order mark, or an old Russian charset. */
export function decodeLyricsFile(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  // the decoder removes the byte order mark
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // not UTF-8: each byte is a character, of a charset that the letters reveal
    return repairTagText(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }
}
