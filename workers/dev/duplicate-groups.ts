import type { DuplicateRow } from "#db/queries/duplicates.ts";

/** Two encodings of one recording differ by at most this. */
export const SAME_LENGTH_MS = 1000;

/** Whether the lengths of two tracks differ so little that they may be the same recording. */
export function isSameLength(a: Pick<DuplicateRow, "durationMs">, b: Pick<DuplicateRow, "durationMs">): boolean {
  return Math.abs(a.durationMs - b.durationMs) <= SAME_LENGTH_MS;
}

/**
 * Splits tracks into groups of duplicates. A group's lengths differ by at most a second; a track that resembles no other one
 * is left out.
 * @param rows by group key, and within a group by length
 */
export function toDuplicateGroups(rows: readonly DuplicateRow[]): readonly (readonly DuplicateRow[])[] {
  const groups: DuplicateRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (first && first.groupKey === row.groupKey && isSameLength(first, row)) group?.push(row);
    else groups.push([row]);
  }
  return groups.filter((group) => group.length > 1);
}
