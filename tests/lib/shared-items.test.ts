import { expect, it } from "vitest";
import { deleteSharedItems, readSharedItems, storeSharedItems } from "#app/lib/shared-items.ts";
import { createMemoryCaches } from "#tests/support/memory-caches.ts";

const NOW_MS = Date.UTC(2026, 10, 25);
const DAY_MS = 86_400_000;
const song = new File(["sound"], "Песня.mp3", { type: "audio/mpeg", lastModified: 1000 });

it("shared files are read as they were stored, with their names", async () => {
  const caches = createMemoryCaches();
  await storeSharedItems({ files: [song, new File(["more"], "b.wav")], link: null }, caches, NOW_MS);
  const items = await readSharedItems(caches, NOW_MS);
  expect(items?.link).toBeNull();
  expect(items?.files.map(({ name, type, lastModified, size }) => [name, type, lastModified, size])).toEqual([
    ["Песня.mp3", "audio/mpeg", 1000, 5],
    ["b.wav", "", expect.any(Number), 4],
  ]);
  expect(await items?.files[0]?.text()).toBe("sound");
});

it("a second share replaces the first", async () => {
  const caches = createMemoryCaches();
  await storeSharedItems({ files: [song], link: null }, caches, NOW_MS);
  await storeSharedItems({ files: [], link: "https://example.org/a.mp3" }, caches, NOW_MS);
  expect(await readSharedItems(caches, NOW_MS)).toEqual({ files: [], link: "https://example.org/a.mp3" });
});

it("shared items that were deleted, are empty or a day old are none", async () => {
  const caches = createMemoryCaches();
  expect(await readSharedItems(caches, NOW_MS)).toBeNull();
  await storeSharedItems({ files: [], link: null }, caches, NOW_MS);
  expect(await readSharedItems(caches, NOW_MS)).toBeNull();
  await storeSharedItems({ files: [song], link: null }, caches, NOW_MS);
  expect(await readSharedItems(caches, NOW_MS + DAY_MS)).not.toBeNull();
  expect(await readSharedItems(caches, NOW_MS + DAY_MS + 1)).toBeNull();
  expect(await caches.keys()).toEqual([]);
  await storeSharedItems({ files: [song], link: null }, caches, NOW_MS);
  await deleteSharedItems(caches);
  expect(await readSharedItems(caches, NOW_MS)).toBeNull();
});
