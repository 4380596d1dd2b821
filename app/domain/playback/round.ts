import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { hasPlayed, type Played, skipPlayed } from "./played-log.ts";

/** Determines the order of a round that is not in the playlist's own order. */
type RoundOrder = {
  readonly shuffleSeed: number | null;
  readonly isFair: boolean;
  readonly played: Played;
  readonly turns: readonly UserId[];
};

/** Entries in the order in which a round plays them, as far as no turns are taken: in fair order, those of one person. */
type Line = { readonly addedBy: UserId | null; readonly entries: readonly Entry[]; readonly keys: readonly number[] };
type Round = { readonly shuffleSeed: number | null; readonly isFair: boolean; readonly lines: readonly Line[] };

/** The latest round of each playlist, because sorting takes long. */
const rounds = new WeakMap<Playlist, Round>();

/**
 * Picks an entry that has not played in this round, and is not `exceptId`: in fair order by turn, then in shuffled order by hash, then
 * the first.
 */
export function pickUnplayed(playlist: Playlist, order: RoundOrder, exceptId: EntryId | null): Entry | undefined {
  const turnOf = new Map(order.isFair ? order.turns.map((userId, i) => [userId, i + 1]) : []);
  let best: { readonly turn: number; readonly key: number; readonly entry: Entry } | undefined;
  for (const line of findRound(playlist, order).lines) {
    const at = findUnplayed(line.entries, order.played, exceptId);
    const [entry, key = 0] = [line.entries[at], line.keys[at]];
    if (!entry) continue;
    const turn = line.addedBy === null ? 0 : (turnOf.get(line.addedBy) ?? 0);
    if (!best || turn < best.turn || (turn === best.turn && key < best.key)) best = { turn, key, entry };
  }
  return best?.entry;
}

function findUnplayed(entries: readonly Entry[], played: Played, exceptId: EntryId | null): number {
  let at = skipPlayed(played, entries);
  for (let entry = entries[at]; entry && (entry.id === exceptId || hasPlayed(played, entry.id)); entry = entries[at]) at += 1;
  return at;
}

function findRound(playlist: Playlist, { shuffleSeed, isFair }: RoundOrder): Round {
  const known = rounds.get(playlist);
  if (known && known.shuffleSeed === shuffleSeed && known.isFair === isFair) return known;
  const round = { shuffleSeed, isFair, lines: toLines(playlist, shuffleSeed, isFair) };
  rounds.set(playlist, round);
  return round;
}

function toLines(playlist: Playlist, shuffleSeed: number | null, isFair: boolean): readonly Line[] {
  const keyOf = ({ id }: Entry, place: number) => (shuffleSeed === null ? place : seededHash(shuffleSeed, id));
  const keyed = playlist.map((entry, place) => ({ entry, key: keyOf(entry, place) }));
  // entries with the same hash stay in the order of the playlist
  keyed.sort((a, b) => a.key - b.key);
  const lines = new Map<UserId | null, { entries: Entry[]; keys: number[] }>();
  for (const { entry, key } of keyed) {
    const owner = isFair ? entry.addedBy : null;
    const line = lines.get(owner) ?? { entries: [], keys: [] };
    line.entries.push(entry);
    line.keys.push(key);
    lines.set(owner, line);
  }
  return [...lines].map(([addedBy, line]) => ({ addedBy, ...line }));
}

/** A 32-bit hash of a seed and a text: FNV-1a, finished like MurmurHash3. */
export function seededHash(seed: number, text: string): number {
  let hash = seed >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
