import { expect, it, vi } from "vitest";
import { type ByteSource, HttpByteSource } from "#app/audio/byte-source.ts";
import { FetchRefusedError } from "#app/audio/fetch-with-retry.ts";
import { waitFor } from "#tests/support/wait.ts";

const SIZE = 3_000_000;
const FILE = Uint8Array.from({ length: SIZE }, (_, i) => (i * 31 + (i >> 8)) & 255);
const BLOCK = 128 * 1024;

/** A range server. `respond` can replace the response to a request; null leaves it as it is. */
function createSource(respond: (start: number, call: number) => Response | "broken" | null = () => null) {
  const starts: number[] = [];
  const onExpired = vi.fn();
  const pause = vi.fn(async () => undefined);
  const serve: typeof fetch = async (_url, init) => {
    const range = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("Range") ?? "");
    const [start, end] = [Number(range?.[1]), Number(range?.[2]) + 1];
    starts.push(start);
    const special = respond(start, starts.length);
    if (special === "broken") throw new TypeError("connection lost");
    return special ?? new Response(FILE.subarray(start, end), { status: 206 });
  };
  const bytes = new HttpByteSource({ sizeBytes: SIZE, url: () => "/audio", fetch: serve, onExpired, pause });
  return { bytes, starts, onExpired, pause };
}

const signal = new AbortController().signal;
const readsCorrectly = async (bytes: ByteSource, start: number, end: number) =>
  Buffer.compare(await bytes.read(start, end, signal), FILE.subarray(start, Math.min(end, SIZE))) === 0;

/** A response that stops before its last block until `sendRest` is called. */
function createSlowResponse(start: number, end: number) {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(FILE.subarray(start, end - BLOCK));
  const sendRest = () => {
    void writer.write(FILE.subarray(end - BLOCK, end));
    void writer.close();
  };
  return { response: new Response(readable, { status: 206 }), sendRest };
}

/** Resolves when no task is left: the server of these tests responds without a delay. */
async function flushTasks(): Promise<void> {
  for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
}

it("reads exactly the requested bytes, within a block, across blocks and at the end", async () => {
  const { bytes } = createSource();
  expect(await readsCorrectly(bytes, 10, 500)).toBe(true);
  expect(await readsCorrectly(bytes, BLOCK - 7, 3 * BLOCK + 9)).toBe(true);
  expect(await readsCorrectly(bytes, SIZE - 3, SIZE + 50)).toBe(true);
  expect(await bytes.read(SIZE, SIZE + 1, signal)).toHaveLength(0);
});

it("prefetches up to a minute of music while a file is read in order", async () => {
  const { bytes, starts, pause } = createSource();
  await bytes.read(0, 100, signal);
  await flushTasks();
  expect(starts).toHaveLength(1);
  await bytes.read(BLOCK, BLOCK + 100, signal);
  // requests of 1, 2, 4, 8 and 8 blocks
  const blocks = [0, 1, 3, 7, 15];
  await waitFor(() => expect(starts).toEqual(blocks.map((block) => block * BLOCK)));
  expect(pause).toHaveBeenCalledTimes(3);
  expect(await readsCorrectly(bytes, 10 * BLOCK - 5, 19 * BLOCK)).toBe(true);
  await flushTasks();
  // cached blocks are not fetched again
  expect(starts).toHaveLength(blocks.length);
});

it("downloads each block of a long file once while it is read in order", async () => {
  const [blocks, readBytes] = [120, 48 * 1024];
  const downloads = Array.from({ length: blocks }, () => 0);
  const serve: typeof fetch = async (_url, init) => {
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("Range") ?? "") ?? [];
    for (let at = Number(start); at < Number(end); at += BLOCK) downloads[at / BLOCK] = (downloads[at / BLOCK] ?? 0) + 1;
    return new Response(new Uint8Array(Number(end) + 1 - Number(start)), { status: 206 });
  };
  const bytes = new HttpByteSource({
    sizeBytes: blocks * BLOCK,
    url: () => "/audio",
    fetch: serve,
    pause: async () => undefined,
  });
  for (let at = 0; at < blocks * BLOCK; at += readBytes) {
    await bytes.read(at, at + readBytes, signal);
    await flushTasks();
  }
  expect(downloads.filter((count) => count !== 1)).toEqual([]);
});

it("keeps a limited number of blocks of a file that is read in jumps", async () => {
  const starts: string[] = [];
  const serve: typeof fetch = async (_url, init) => {
    starts.push(new Headers(init?.headers).get("Range") ?? "");
    return new Response(new Uint8Array(BLOCK), { status: 206 });
  };
  const bytes = new HttpByteSource({ sizeBytes: 300 * BLOCK, url: () => "/audio", fetch: serve });
  for (let block = 0; block < 100; block += 2) await bytes.read(block * BLOCK, block * BLOCK + 10, signal);
  await bytes.read(98 * BLOCK, 98 * BLOCK + 10, signal);
  expect(starts).toHaveLength(50);
  await bytes.read(0, 10, signal);
  expect(starts).toHaveLength(51);
});

it("retries when the connection breaks or a response ends early", async () => {
  const { bytes, starts } = createSource((start, call) => {
    if (call === 1) return "broken";
    return call === 2 ? new Response(FILE.subarray(start, start + 10), { status: 206 }) : null;
  });
  expect(await readsCorrectly(bytes, 0, 1000)).toBe(true);
  // the last attempt requests what is missing
  expect(starts).toEqual([0, 0, 10]);
});

it("a block is there as soon as its bytes are, while the rest of its request is under way", async () => {
  // blocks 1 and 2 are the first ones that share a request
  const slow = createSlowResponse(BLOCK, 3 * BLOCK);
  const { bytes } = createSource((start) => (start === BLOCK ? slow.response : null));
  await bytes.read(0, BLOCK, signal);
  expect(await readsCorrectly(bytes, BLOCK, 2 * BLOCK)).toBe(true);
  const last = readsCorrectly(bytes, 2 * BLOCK, 3 * BLOCK);
  expect(await Promise.race([last, flushTasks().then(() => "pending")])).toBe("pending");
  slow.sendRest();
  expect(await last).toBe(true);
});

it("reports that its URL has expired, and retries", async () => {
  const { bytes, onExpired } = createSource((_start, call) => (call === 1 ? new Response("", { status: 403 }) : null));
  expect(await readsCorrectly(bytes, 0, 1000)).toBe(true);
  expect(onExpired).toHaveBeenCalledTimes(1);
});

it("retries after too many requests", async () => {
  const { bytes, starts } = createSource((_start, call) => (call === 1 ? new Response("", { status: 429 }) : null));
  expect(await readsCorrectly(bytes, 0, 1000)).toBe(true);
  expect(starts).toHaveLength(2);
});

it("fails when the server refuses the request", async () => {
  const { bytes } = createSource(() => new Response("", { status: 404 }));
  await expect(bytes.read(0, 10, signal)).rejects.toBeInstanceOf(FetchRefusedError);
});

it("an aborted read does not affect another read of the same bytes", async () => {
  const { bytes } = createSource((_start, call) => (call < 3 ? "broken" : null));
  const abort = new AbortController();
  const aborted = bytes.read(0, 10, abort.signal);
  const other = readsCorrectly(bytes, 0, 10);
  abort.abort();
  await expect(aborted).rejects.toThrow();
  expect(await other).toBe(true);
});
