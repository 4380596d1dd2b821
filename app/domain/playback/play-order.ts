import type { EntryId, UserId } from "#app/domain/ids.ts";
import { type Entry, findEntry, findNeighbor, findPlaceAfter, type Playlist } from "#app/domain/playlist/playlist.ts";
import { currentEntryId, type Playback } from "./playback.ts";
import { type Played, withPlayed } from "./played-log.ts";
import { changeQueue, findFirstQueued, type Queue, type QueueChange } from "./queue.ts";
import { pickUnplayed, seededHash } from "./round.ts";

export const REPEATS = ["off", "all", "one"] as const;
export type Repeat = (typeof REPEATS)[number];

/** The numbers of votes for queued entries. Entries without votes are missing. */
export type QueueVotes = Readonly<Record<EntryId, number>>;

/** The order in which entries play, the same for everyone in the room. */
export type PlayOrder = {
  readonly repeat: Repeat;
  /** Seed of the shuffled order; null while the playlist is not shuffled. */
  readonly shuffleSeed: number | null;
  /** The people who have added entries take turns. */
  readonly isFair: boolean;
  /** The length of the crossfade between tracks, whole ms; 0: none. See crossfade.ts. */
  readonly crossfadeMs: number;
  /** The queue: these entries play before all others. They are in the order in which they were queued (see `listQueue`). */
  readonly upNext: Queue;
  /** The votes for them. */
  readonly queueVotes: QueueVotes;
  /**
   * The rank after which the playlist continues once the queue is empty; null: after the current entry. It stays valid if the
   * entry that had this rank is moved or removed.
   */
  readonly resumeRank: string | null;
  /** In shuffled or fair order, the entries that have played in this round, in the order in which they played. */
  readonly played: Played;
  /** In shuffled or fair order, the people who have had a turn, the latest last. */
  readonly turns: readonly UserId[];
};

export const DEFAULT_PLAY_ORDER: PlayOrder = {
  repeat: "off",
  shuffleSeed: null,
  isFair: false,
  crossfadeMs: 0,
  upNext: [],
  queueVotes: {},
  resumeRank: null,
  played: [],
  turns: [],
};

/** The settings of the order that people change while they listen. */
export type OrderSettings = Pick<PlayOrder, "repeat" | "shuffleSeed" | "crossfadeMs">;

/** A new playback state. `isNewRound`: it starts a new round through the playlist. */
export type PlaybackChange = { readonly playback: Playback; readonly isNewRound: boolean };

export type Sequence = { readonly playlist: Playlist; readonly order: PlayOrder };

type NextEntry = { readonly entry: Entry; readonly isNewRound: boolean };

/** The queue in the order in which it plays: the entry with the most votes first, of several the one that was queued first. */
export function listQueue({ upNext, queueVotes }: Pick<PlayOrder, "upNext" | "queueVotes">): readonly EntryId[] {
  if (Object.keys(queueVotes).length === 0) return upNext;
  return [...upNext].sort((a, b) => (queueVotes[b] ?? 0) - (queueVotes[a] ?? 0));
}

export function withQueueChange(order: PlayOrder, change: QueueChange): PlayOrder {
  return withUpNext(order, changeQueue(order.upNext, change));
}

/** Replaces the queue. The votes for entries that have left it end. */
export function withUpNext<Order extends PlayOrder>(order: Order, upNext: Queue): Order {
  const votes = upNext.flatMap((id) => (order.queueVotes[id] ? [[id, order.queueVotes[id]]] : []));
  return { ...order, upNext, queueVotes: Object.fromEntries(votes) };
}

/** Changes the numbers of votes for queued entries. */
export function withQueueVotes(order: PlayOrder, changed: QueueVotes): PlayOrder {
  return withUpNext({ ...order, queueVotes: { ...order.queueVotes, ...changed } }, order.upNext);
}

/**
 * The entry that plays after `currentId` ends or is skipped; null if there is none. It is another entry unless it starts a new
 * round: the same one would be taken for a restart, which leaves the order as it is, so it would play forever.
 */
export function findNext({ playlist, order }: Sequence, currentId: EntryId): NextEntry | null {
  const isPlayable = (id: EntryId) => id !== currentId && findEntry(playlist, id) !== undefined;
  const queued = findEntry(playlist, findFirstQueued(order.upNext, order.queueVotes, isPlayable) ?? null);
  if (queued) return { entry: queued, isNewRound: false };
  const entry = isCustomOrder(order)
    ? pickUnplayed(playlist, order, currentId)
    : findNextInPlaylist({ playlist, order }, currentId);
  if (entry) return { entry, isNewRound: false };
  const first = order.repeat === "all" ? findFirstOfRound({ playlist, order }, currentId) : undefined;
  return first ? { entry: first, isNewRound: true } : null;
}

function findNextInPlaylist({ playlist, order: { resumeRank } }: Sequence, currentId: EntryId): Entry | undefined {
  if (resumeRank === null) return findNeighbor(playlist, currentId, 1);
  const place = findPlaceAfter(playlist, resumeRank);
  return playlist[place]?.id === currentId ? playlist[place + 1] : playlist[place];
}

/** The entry that played before `currentId` in shuffled or fair order, else the one above it; undefined if there is none. */
export function findPrevious({ playlist, order }: Sequence, currentId: EntryId): Entry | undefined {
  if (!isCustomOrder(order)) return findNeighbor(playlist, currentId, -1);
  const at = order.played.lastIndexOf(currentId);
  return findEntry(playlist, order.played[at - 1] ?? null);
}

/** The entry that starts a new round. It differs from `lastId`, which has just played, unless there is no other entry. */
export function findFirstOfRound({ playlist, order }: Sequence, lastId: EntryId | null): Entry | undefined {
  if (!isCustomOrder(order)) return playlist[0];
  return pickUnplayed(playlist, { ...order, ...newRound(order) }, playlist.length > 1 ? lastId : null);
}

type Before = { readonly playlist: Playlist; readonly currentId: EntryId | null };

/** The play order after `change`. `before` describes the room before the change. */
export function advanceOrder(order: PlayOrder, change: PlaybackChange, before: Before): PlayOrder {
  const { playback, isNewRound } = change;
  const round = isNewRound ? { ...order, ...newRound(order) } : order;
  const entryId = currentEntryId(playback);
  if (entryId === null || (entryId === before.currentId && !isNewRound)) return round;
  const wasQueued = order.upNext.includes(entryId);
  const resumeRank = wasQueued ? (order.resumeRank ?? findEntry(before.playlist, before.currentId)?.rank ?? null) : null;
  const next = { ...(wasQueued ? withQueueChange(round, { entryIds: [entryId], placed: [] }) : round), resumeRank };
  if (!isCustomOrder(order)) return next;
  const addedBy = findEntry(before.playlist, entryId)?.addedBy;
  const turns = addedBy ? [...round.turns.filter((userId) => userId !== addedBy), addedBy] : round.turns;
  return { ...next, turns, played: withPlayed(round.played, entryId) };
}

/** Changes the settings of the order. A different shuffle or fair order starts a new round at the current entry. */
export function withOrderSettings(
  order: PlayOrder,
  change: Partial<OrderSettings & Pick<PlayOrder, "isFair">>,
  currentId: EntryId | null,
): PlayOrder {
  const next = { ...order, ...change };
  const isSame = next.shuffleSeed === order.shuffleSeed && next.isFair === order.isFair;
  return isSame ? next : { ...next, played: currentId && isCustomOrder(next) ? [currentId] : [], turns: [] };
}

/** Removes deleted entries from the order. */
export function withoutRemovedEntries(order: PlayOrder, removedIds: ReadonlySet<EntryId>): PlayOrder {
  const remains = (id: EntryId) => !removedIds.has(id);
  return { ...withUpNext(order, order.upNext.filter(remains)), played: order.played.filter(remains) };
}

/** Whether the entries play in another order than the playlist's. */
export function isCustomOrder({ shuffleSeed, isFair }: PlayOrder): boolean {
  return shuffleSeed !== null || isFair;
}

function newRound({ shuffleSeed }: PlayOrder): Pick<PlayOrder, "played" | "shuffleSeed"> {
  return { played: [], shuffleSeed: shuffleSeed === null ? null : seededHash(shuffleSeed, "round") };
}
