import { afterEach, expect, it, vi } from "vitest";
import { TrackCache } from "#app/audio/track-cache.ts";
import type { TrackSource } from "#app/audio/track-source.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { buildEntry, trackId } from "#tests/support/builders.ts";

const RATE = 44_100;
const SECONDS = 40;
const FILE = encodeWav([Float32Array.from({ length: SECONDS * RATE }, (_, i) => (i % 100) / 100)], RATE);
const TRACK = { ...buildEntry(1).track, format: "wav", sizeBytes: FILE.length, durationMs: SECONDS * 1000 } as const;
const ENTRY: Entry = { ...buildEntry(1), rank: "V", track: TRACK };
const { signal } = new AbortController();

afterEach(() => {
  vi.unstubAllGlobals();
});

function createCache() {
  const urls: string[] = [];
  const serve: typeof fetch = async (url, init) => {
    urls.push(String(url));
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("Range") ?? "") ?? [];
    return new Response(FILE.slice(Number(from), Number(to) + 1), { status: 206 });
  };
  vi.stubGlobal("fetch", serve);
  const cache = new TrackCache({ media: () => ({ query: "l=1", expiresAtMs: 0 }), onExpired: () => undefined });
  return { cache, urls };
}

async function readFirstFrame(source: Promise<TrackSource>, positionMs: number): Promise<number | null> {
  for await (const block of (await source).blocks(positionMs, signal)) return block.startFrame;
  return null;
}

it("a track that is replaced by one with the same audio stays open, and is fetched under its new id", async () => {
  const { cache, urls } = createCache();
  const source = cache.open(ENTRY);
  expect(await readFirstFrame(source, 0)).toBe(0);
  const replaced: Entry = { ...ENTRY, track: { ...TRACK, id: trackId(9), title: "Renamed" } };
  cache.update([replaced]);
  expect(cache.open(replaced)).toBe(source);
  expect(new Set(urls)).toEqual(new Set([`/media/audio/${TRACK.id}?l=1`]));
  urls.length = 0;
  expect(await readFirstFrame(source, 30_000)).toBe(30 * RATE);
  expect(new Set(urls)).toEqual(new Set([`/media/audio/${trackId(9)}?l=1`]));
});

it("a track whose length changed is opened again", async () => {
  const { cache } = createCache();
  const source = cache.open({ ...ENTRY, track: { ...TRACK, durationMs: 1000 } });
  expect(await readFirstFrame(source, 30_000)).toBeNull();
  cache.update([ENTRY]);
  const repaired = cache.open(ENTRY);
  expect(repaired).not.toBe(source);
  expect(await readFirstFrame(repaired, 30_000)).toBe(30 * RATE);
});
