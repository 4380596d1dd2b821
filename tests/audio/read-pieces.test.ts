import { expect, it } from "vitest";
import { readPieces } from "#app/audio/read-pieces.ts";

const BYTES = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 31 + (i >> 8)) & 255);

async function readAll(body: ReadableStream<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  const copies: Uint8Array[] = [];
  for await (const piece of readPieces(body)) {
    pieces.push(piece);
    copies.push(piece.slice());
  }
  return { bytes: Buffer.concat(copies), pieces };
}

it("reads a body in pieces of one buffer, each of which ends with the next", async () => {
  const { bytes, pieces } = await readAll(new Blob([BYTES]).stream());
  expect(bytes.compare(BYTES)).toBe(0);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.every(({ byteLength }) => byteLength === 0)).toBe(true);
});

it("reads a body that is no stream of bytes", async () => {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(BYTES.subarray(0, 70_000));
  void writer.write(BYTES.subarray(70_000));
  void writer.close();
  const { bytes, pieces } = await readAll(readable);
  expect(bytes.compare(BYTES)).toBe(0);
  expect(pieces).toHaveLength(2);
});

it("fails as the body does", async () => {
  const failing = new ReadableStream<Uint8Array>({
    type: "bytes",
    pull: (controller) => controller.error(new TypeError("connection lost")),
  });
  await expect(readAll(failing)).rejects.toThrow("connection lost");
});
