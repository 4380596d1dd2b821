import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Mp4BoxCounter } from "#app/domain/audio-files/mp4-box-counter.ts";
import { OggPageScanner } from "#app/domain/audio-files/ogg-page-scanner.ts";
import { fixturePath } from "#tests/support/fixtures.ts";

type Scanner = { push(chunk: Uint8Array): void; isTooComplex(): boolean };

/** Whether the bytes are too complex, if they arrive in chunks of this size. */
function scan(scanner: Scanner, bytes: Uint8Array, chunkBytes: number): boolean {
  for (let at = 0; at < bytes.length; at += chunkBytes) scanner.push(bytes.subarray(at, at + chunkBytes));
  return scanner.isTooComplex();
}

const CHUNK_SIZES = [1, 7, 16, 4096, 1 << 20];
const emptyBox = Buffer.from([0, 0, 0, 8, ...Buffer.from("free")]);
const box = (name: string, ...content: readonly Uint8Array[]) => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(name), body]);
};
const emptyBoxes = (count: number) => Buffer.concat(Array.from({ length: count }, () => emptyBox));
const emptyPage = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(23)]);

describe.each(CHUNK_SIZES)("in chunks of %s bytes", (chunkBytes) => {
  it.each(["opus.ogg", "vorbis.ogg"])("%s has a readable structure", (name) => {
    const bytes = readFileSync(fixturePath(name));
    expect(scan(new OggPageScanner(bytes.length), bytes, chunkBytes)).toBe(false);
    const padded = Buffer.concat([bytes, ...Array.from({ length: 1200 }, () => emptyPage)]);
    expect(scan(new OggPageScanner(padded.length), padded, chunkBytes)).toBe(true);
  });

  it.each([
    ["beside each other", emptyBoxes(11_000)],
    ["in a container", box("moov", box("udta", emptyBoxes(11_000)))],
    ["in a container without a version", box("moov", box("meta", emptyBoxes(11_000)))],
    [
      "behind a box that claims to be larger than its container",
      Buffer.concat([box("moov", Buffer.from([0x7f, 0, 0, 0, ...Buffer.from("free")])), emptyBoxes(11_000)]),
    ],
    [
      "behind a box without a size",
      Buffer.concat([box("moov", Buffer.from([0, 0, 0, 2, ...Buffer.from("free")]), Buffer.alloc(8)), emptyBoxes(11_000)]),
    ],
  ])("empty boxes %s are counted", (_, bytes) => {
    expect(scan(new Mp4BoxCounter(bytes.length), bytes, chunkBytes)).toBe(true);
    expect(scan(new Mp4BoxCounter(bytes.length), bytes.subarray(0, 40_000), chunkBytes)).toBe(false);
  });
});
