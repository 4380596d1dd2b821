/** Splits items into consecutive groups of at most `size`. The last group may be smaller; no items give no groups. */
export function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** Runs `work` on all items, at most `size` at a time, group by group. Results come in the order of the items. */
export async function mapInChunks<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const group of chunk(items, size)) results.push(...(await Promise.all(group.map(work))));
  return results;
}
