declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };

/** The characters of the bytes 0x80 to 0xff in an 8-bit charset. */
export type Charset = string;

export const WINDOWS_1251 = readUpperHalf("windows-1251");
export const KOI8_U = readUpperHalf("koi8-u");
export const IBM_866 = readUpperHalf("ibm866");

/**
 * Lists only 0x80 to 0x9f; the bytes above are those of Latin-1. It is a table because the decoder of Node, in which the tests
 * run, treats windows-1252 as Latin-1 (nodejs/node#56542).
 */
export const WINDOWS_1252: Charset = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function readUpperHalf(label: string): Charset {
  return new TextDecoder(label).decode(Uint8Array.from({ length: 0x80 }, (_, i) => 0x80 + i));
}

/**
 * Recovers the bytes, one character each, of a text that was decoded as Latin-1 or as `charset`. Null if the text contains
 * characters of neither.
 */
export function toBytes(text: string, charset: Charset): string | null {
  let bytes = "";
  for (const char of text) {
    const place = charset.indexOf(char);
    const code = place >= 0 ? 0x80 + place : char.charCodeAt(0);
    if (code > 0xff || char.length > 1) return null;
    bytes += String.fromCharCode(code);
  }
  return bytes;
}

export function decodeBytes(bytes: string, charset: Charset): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => charset[byte.charCodeAt(0) - 0x80] ?? byte);
}
