import type { AnyId } from "./ids.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Number of random bytes in an id: 80 bits, which make 16 characters. */
export const ID_BYTES = 10;

/**
 * Encodes random bytes as an id, five bits a character (RFC 4648 base32, lower case).
 * @param random `ID_BYTES` bytes from a cryptographic source; throws a `RangeError` for another number of bytes.
 */
export function makeId<T extends AnyId>(random: Uint8Array): T {
  if (random.length !== ID_BYTES) throw new RangeError(`an id needs ${ID_BYTES} bytes, not ${random.length}`);
  let id = "";
  let bits = 0;
  let buffer = 0;
  for (const byte of random) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += ALPHABET.charAt((buffer >> bits) & 31);
    }
  }
  // the loop produces only strings that match ID_PATTERN
  return id as T;
}
