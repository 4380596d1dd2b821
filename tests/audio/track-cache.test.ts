import { afterEach, expect, it, vi } from "vitest";
import { createTrackCache } from "#app/audio/track-cache.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { wavFile } from "#scripts/sound.mjs";
import { buildEntry, trackId } from "#tests/support/builders.ts";

const RATE = 44_100;
const SECONDS = 40;
const FILE = wavFile([Float32Array.from({ length: SECONDS * RATE }, (_, i) => (i % 100) / 100)], RATE);
const TRACK = { ...buildEntry(1).track, format: "wav", sizeBytes: FILE.length, durationMs: SECONDS * 1000 } as const;
const ENTRY: Entry = { ...buildEntry(1), rank: "V", track: TRACK };
/** Decoding nothing takes no context. */
const CONTEXT = {} as BaseAudioContext;
const NEVER = new AbortController().signal;

afterEach(() => {
  vi.unstubAllGlobals();
});

function open() {
  const asked: string[] = [];
  const serve: typeof fetch = async (url, init) => {
    asked.push(String(url));
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("Range") ?? "") ?? [];
    return new Response(FILE.slice(Number(from), Number(to) + 1), { status: 206 });
  };
  vi.stubGlobal("fetch", serve);
  const cache = createTrackCache(CONTEXT, { media: () => ({ query: "l=1", expiresAtMs: 0 }), onExpired: () => undefined });
  return { cache, asked };
}

async function firstFrame(source: ReturnType<ReturnType<typeof open>["cache"]["open"]>, positionMs: number) {
  for await (const block of (await source).blocks(positionMs, NEVER)) return block.startFrame;
  return null;
}

it("a track that is told anew while it plays is not opened anew, and goes on under its new name", async () => {
  const { cache, asked } = open();
  const source = cache.open(ENTRY);
  expect(await firstFrame(source, 0)).toBe(0);
  const edition: Entry = { ...ENTRY, track: { ...TRACK, id: trackId(9), title: "Renamed" } };
  cache.tell([edition]);
  expect(cache.open(edition)).toBe(source);
  expect(new Set(asked)).toEqual(new Set([`/media/audio/${TRACK.id}?l=1`]));
  asked.length = 0;
  expect(await firstFrame(source, 30_000)).toBe(30 * RATE);
  expect(new Set(asked)).toEqual(new Set([`/media/audio/${trackId(9)}?l=1`]));
});

it("a track of another length is opened anew", async () => {
  const { cache } = open();
  const source = cache.open({ ...ENTRY, track: { ...TRACK, durationMs: 1000 } });
  expect(await firstFrame(source, 30_000)).toBeNull();
  cache.tell([ENTRY]);
  const repaired = cache.open(ENTRY);
  expect(repaired).not.toBe(source);
  expect(await firstFrame(repaired, 30_000)).toBe(30 * RATE);
});
