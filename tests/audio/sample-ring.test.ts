import { expect, it } from "vitest";
import { createSampleRing } from "#app/audio/worklet/sample-ring.ts";

const block = (frames: number, value: number) => [new Float32Array(frames).fill(value)];

/** Node 20 does not have it, and all current browsers do. */
function provideTransfer(): void {
  const transfer = function (this: ArrayBuffer) {
    structuredClone(this, { transfer: [this] });
  };
  if (!("transfer" in ArrayBuffer.prototype)) Object.assign(ArrayBuffer.prototype, { transfer });
}

/** The ring's samples in `[from, to)`. */
function read({ channels }: ReturnType<typeof createSampleRing>, from: number, to: number): number[] {
  const [ring = new Float32Array(0)] = channels;
  return Array.from({ length: to - from }, (_, i) => ring[(from + i) % ring.length] ?? Number.NaN);
}

it("fills a short gap with silence and keeps the samples before it", () => {
  const ring = createSampleRing(1, 100);
  ring.write(1000, block(20, 1));
  ring.write(1025, block(10, 2));
  expect([ring.from, ring.to]).toEqual([1000, 1035]);
  expect(read(ring, 1018, 1027)).toEqual([1, 1, 0, 0, 0, 0, 0, 2, 2]);
});

it("starts over after a gap longer than the ring, and skips frames that overlap", () => {
  const ring = createSampleRing(1, 100);
  ring.write(0, block(20, 1));
  ring.write(500, block(20, 2));
  expect([ring.from, ring.to]).toEqual([500, 520]);
  ring.write(510, block(20, 3));
  expect(read(ring, 518, 522)).toEqual([2, 2, 3, 3]);
});

it("drops the oldest samples when it is full", () => {
  const ring = createSampleRing(1, 100);
  for (let at = 0; at < 300; at += 30) ring.write(at, block(30, at));
  expect([ring.from, ring.to]).toEqual([200, 300]);
});

it("has no memory left when it is freed", () => {
  provideTransfer();
  const ring = createSampleRing(2, 100);
  ring.write(0, block(100, 1));
  ring.free();
  expect(ring.channels.map(({ length }) => length)).toEqual([0, 0]);
});
