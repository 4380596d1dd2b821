/** Reads up to `length` bytes at `at` as one character each. Bytes above 127 become Latin-1 characters. */
export function readAscii(bytes: Uint8Array, at = 0, length = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
