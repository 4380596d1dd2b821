/** The loaded part of a list that is loaded page by page, newest first. Each item has a position that falls from one to the next. */
export type Pages<Item> = {
  readonly items: readonly Item[];
  /** The next page holds the items before this position. Null once the entire list is loaded. */
  readonly nextBefore: number | null;
};

/**
 * Replaces the loaded items that the latest page covers and keeps the older ones. If items between the two may be missing,
 * only the latest page remains.
 */
export function mergeLatest<Item>(
  loaded: Pages<Item> | null,
  latest: Pages<Item>,
  positionOf: (item: Item) => number,
): Pages<Item> {
  const last = latest.items.at(-1);
  const oldest = last ? positionOf(last) : Number.NEGATIVE_INFINITY;
  const newestLoaded = loaded?.items[0];
  if (!loaded || !newestLoaded || latest.nextBefore === null || positionOf(newestLoaded) < oldest) return latest;
  const older = loaded.items.filter((item) => positionOf(item) < oldest);
  return older.length === 0 ? latest : { items: [...latest.items, ...older], nextBefore: loaded.nextBefore };
}

/** Appends the page before a position, unless the loaded pages have changed since it was requested. */
export function appendOlder<Item>(loaded: Pages<Item> | null, before: number, page: Pages<Item>): Pages<Item> | null {
  if (loaded?.nextBefore !== before) return loaded;
  return { items: [...loaded.items, ...page.items], nextBefore: page.nextBefore };
}
