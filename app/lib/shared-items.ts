/** Files and a link that another app has shared. The service worker stores them, and a page reads them. */
export type SharedItems = {
  readonly files: readonly File[];
  /** Null without a link. */
  readonly link: string | null;
};

/** The browser's caches, of which this module uses one. */
type Caches = Pick<CacheStorage, "open" | "delete">;
type StoredFile = { readonly name: string; readonly lastModified: number };
type Index = { readonly link: string | null; readonly files: readonly StoredFile[]; readonly storedAtMs: number };

const CACHE = "shared-items";
// Keys within the cache. No request is sent to them.
const INDEX_KEY = "/shared/index";
const toFileKey = (position: number) => `/shared/${position}`;
/** Items that were not used within this time are deleted. */
const LIFETIME_MS = 24 * 60 * 60_000;

/** Replaces the stored items. */
export async function storeSharedItems({ files, link }: SharedItems, caches: Caches, nowMs: number): Promise<void> {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await Promise.all(files.map((file, position) => cache.put(toFileKey(position), new Response(file))));
  const stored = files.map(({ name, lastModified }) => ({ name, lastModified }));
  const index: Index = { link, files: stored, storedAtMs: nowMs };
  // last, so that items which were stored in part are never read
  await cache.put(INDEX_KEY, new Response(JSON.stringify(index)));
}

/** The stored items. Null if there are none, and after their lifetime. */
export async function readSharedItems(caches: Caches, nowMs: number): Promise<SharedItems | null> {
  const cache = await caches.open(CACHE);
  const response = await cache.match(INDEX_KEY);
  // only this module writes the cache
  const index = response ? ((await response.json()) as Index) : null;
  if (!index || nowMs - index.storedAtMs > LIFETIME_MS) {
    await caches.delete(CACHE);
    return null;
  }
  const files = await Promise.all(index.files.map((file, position) => readFile(cache, position, file)));
  const items = { files: files.filter((file) => file !== null), link: index.link };
  return items.files.length > 0 || items.link !== null ? items : null;
}

export async function deleteSharedItems(caches: Caches): Promise<void> {
  await caches.delete(CACHE);
}

async function readFile(cache: Cache, position: number, { name, lastModified }: StoredFile): Promise<File | null> {
  const response = await cache.match(toFileKey(position));
  if (!response) return null;
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type, lastModified });
}
