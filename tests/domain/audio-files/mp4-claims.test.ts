import { describe, expect, it } from "vitest";
import { Mp4ClaimChecker } from "#app/domain/audio-files/mp4-claims.ts";

/** A box with this size in its header. */
function box(name: string, content: readonly number[], sizeBytes = 8 + content.length): Uint8Array {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, sizeBytes);
  return Uint8Array.from([...size, ...Buffer.from(name, "latin1"), ...content]);
}
const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const zeros = (count: number) => Array.from({ length: count }, () => 0);

const TOO_MUCH: readonly (readonly [string, Uint8Array])[] = [
  ["unlisted packets", box("trun", [...zeros(4), ...uint32(1_000_000)])],
  ["packed sizes of no bits", box("stz2", [...zeros(8), ...uint32(1)])],
  ["packed sizes beyond the box", box("stz2", [...zeros(7), 16, ...uint32(5), ...zeros(8)])],
  ["keys beyond the box", box("keys", [...zeros(4), ...uint32(2), ...zeros(8)])],
  ["key ids beyond the box", box("pssh", [1, ...zeros(19), ...uint32(2), ...zeros(16)])],
  ["a size that follows in 64 bits", box("keys", [...zeros(4), ...uint32(0), ...zeros(8)], 1)],
];
const REAL: readonly (readonly [string, Uint8Array])[] = [
  ["listed packets", box("trun", [0, 0, 2, 0, ...uint32(1_000_000)])],
  ["packed sizes", box("stz2", [...zeros(7), 4, ...uint32(16), ...zeros(8)])],
  ["keys", box("keys", [...zeros(4), ...uint32(1), ...uint32(12), ...zeros(8)])],
  ["key ids", box("pssh", [1, ...zeros(19), ...uint32(1), ...zeros(16)])],
  ["bytes that only look like a name", box("keys", [...zeros(4), ...uint32(9)], 0xfffffff0)],
];

describe("boxes of an MP4 file that claim more than they hold", () => {
  it.each(TOO_MUCH)("finds %s, wherever the pieces of the file end", (_name, bytes) => {
    const file = Uint8Array.from([...zeros(50), ...bytes, ...zeros(50)]);
    for (let cut = 0; cut < file.length; cut++) {
      const checker = new Mp4ClaimChecker();
      const pieces = [checker.claimsTooMuch(file.subarray(0, cut), 0), checker.claimsTooMuch(file.subarray(cut), cut)];
      expect(pieces, `cut at ${cut}`).toContain(true);
    }
  });

  it.each(REAL)("accepts %s", (_name, bytes) => {
    expect(new Mp4ClaimChecker().claimsTooMuch(Uint8Array.from([...bytes, ...zeros(50)]), 0)).toBe(false);
  });
});
