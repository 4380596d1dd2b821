const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTETS = Uint8Array.from({ length: 256 }, (_, byte) => ALPHABET.indexOf(String.fromCharCode(byte)) & 0xff);
const NOT_BASE64 = 0xff;

/** Decodes Base64 (RFC 4648 §4) in place, without a string of the same length. Stops at the first other character. */
export function decodeBase64(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  for (const char of text) {
    const sextet = SEXTETS[char] ?? NOT_BASE64;
    if (sextet === NOT_BASE64) break;
    bits = ((bits << 6) | sextet) & 0xffff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[length++] = bits >> bitCount;
  }
  return bytes.subarray(0, length);
}
