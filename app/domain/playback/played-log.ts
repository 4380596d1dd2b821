import type { EntryId } from "#app/domain/ids.ts";

/** The entries that have played in a round, in their order. Each is listed once. */
export type Played = readonly EntryId[];

/** How far a reader has come in a list whose first entries have played: see `skipPlayed`. */
type Progress = { readonly played: number; readonly skipped: number };

/**
 * A list of played entries that only grows. Each list that was made by appending to another one is a beginning of the same log, so
 * that the places of its entries are computed once, and not for each list.
 */
class PlayedLog {
  readonly ids: EntryId[];
  readonly places: Map<EntryId, number>;
  readonly progress = new WeakMap<readonly { readonly id: EntryId }[], Progress>();

  constructor(ids: Played) {
    this.ids = [...ids];
    this.places = new Map(ids.map((id, place) => [id, place]));
  }
}

const logs = new WeakMap<Played, PlayedLog>();

function logOf(played: Played): PlayedLog {
  const log = logs.get(played) ?? new PlayedLog(played);
  logs.set(played, log);
  return log;
}

export function hasPlayed(played: Played, id: EntryId): boolean {
  const place = logOf(played).places.get(id);
  return place !== undefined && place < played.length;
}

/** Appends an entry. One that has played before moves to the end. */
export function withPlayed(played: Played, id: EntryId): Played {
  if (hasPlayed(played, id)) return [...played.filter((other) => other !== id), id];
  const next = [...played, id];
  const log = logOf(played);
  if (log.ids.length === played.length) {
    log.places.set(id, log.ids.length);
    log.ids.push(id);
  }
  // otherwise another entry may follow in the log, which belongs to another list
  if (log.ids[played.length] === id) logs.set(next, log);
  return next;
}

/** The number of entries at the start of `list` that have all played. */
export function skipPlayed(played: Played, list: readonly { readonly id: EntryId }[]): number {
  const { progress } = logOf(played);
  const known = progress.get(list);
  let skipped = known && known.played <= played.length ? known.skipped : 0;
  for (let entry = list[skipped]; entry && hasPlayed(played, entry.id); entry = list[skipped]) skipped += 1;
  progress.set(list, { played: played.length, skipped });
  return skipped;
}
