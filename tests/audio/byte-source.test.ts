import { expect, it } from "vitest";
import { type ByteSource, createByteSource } from "#app/audio/byte-source.ts";
import { BytesRefused } from "#app/audio/fetch-stored.ts";

const SIZE = 3_000_000;
const FILE = Uint8Array.from({ length: SIZE }, (_, i) => (i * 31 + (i >> 8)) & 255);
const BLOCK = 128 * 1024;

/** A server of ranges; `answer` may misbehave before it does. */
function openFile(answer: (start: number, call: number) => Response | "broken" | null = () => null) {
  const starts: number[] = [];
  const expired: number[] = [];
  const serve: typeof fetch = async (_url, init) => {
    const range = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("Range") ?? "");
    const [start, end] = [Number(range?.[1]), Number(range?.[2]) + 1];
    starts.push(start);
    const special = answer(start, starts.length);
    if (special === "broken") throw new TypeError("connection lost");
    return special ?? new Response(FILE.subarray(start, end), { status: 206 });
  };
  const bytes = createByteSource({ sizeBytes: SIZE, url: () => "/sound", fetch: serve, onExpired: () => expired.push(1) });
  return { bytes, starts, expired };
}

const signal = new AbortController().signal;
const isWhole = async (bytes: ByteSource, start: number, end: number) =>
  Buffer.compare(await bytes.read(start, end, signal), FILE.subarray(start, Math.min(end, SIZE))) === 0;
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

it("gives exactly the bytes that are asked for, within a block, across blocks and at the end", async () => {
  const { bytes } = openFile();
  expect(await isWhole(bytes, 10, 500)).toBe(true);
  expect(await isWhole(bytes, BLOCK - 7, 3 * BLOCK + 9)).toBe(true);
  expect(await isWhole(bytes, SIZE - 3, SIZE + 50)).toBe(true);
  expect(await bytes.read(SIZE, SIZE + 1, signal)).toHaveLength(0);
});

it("reads on by itself where a file is read in order, and not further than a minute of music", async () => {
  const { bytes, starts } = openFile();
  await bytes.read(0, 100, signal);
  await settle();
  expect(starts).toHaveLength(1);
  await bytes.read(BLOCK, BLOCK + 100, signal);
  await settle();
  expect(starts).toEqual(Array.from({ length: 18 }, (_, i) => i * BLOCK));
  await bytes.read(10 * BLOCK, 11 * BLOCK, signal);
  await settle();
  // what is there already is not fetched again
  expect(new Set(starts).size).toBe(starts.length);
});

it("asks again where the connection breaks or an answer ends early", async () => {
  const { bytes, starts } = openFile((start, call) => {
    if (call === 1) return "broken";
    return call === 2 ? new Response(FILE.subarray(start, start + 10), { status: 206 }) : null;
  });
  expect(await isWhole(bytes, 0, 1000)).toBe(true);
  expect(starts).toEqual([0, 0, 0]);
});

it("says that its address has expired, and goes on with the next", async () => {
  const { bytes, expired } = openFile((_start, call) => (call === 1 ? new Response("", { status: 403 }) : null));
  expect(await isWhole(bytes, 0, 1000)).toBe(true);
  expect(expired).toHaveLength(1);
});

it("gives up where it is refused", async () => {
  const { bytes } = openFile(() => new Response("", { status: 404 }));
  await expect(bytes.read(0, 10, signal)).rejects.toBeInstanceOf(BytesRefused);
});

it("a reader who leaves takes nothing from another who waits for the same bytes", async () => {
  const { bytes } = openFile((_start, call) => (call < 3 ? "broken" : null));
  const leaving = new AbortController();
  const left = bytes.read(0, 10, leaving.signal);
  const stayed = isWhole(bytes, 0, 10);
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect(await stayed).toBe(true);
});
