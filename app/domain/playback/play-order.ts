import type { EntryId, UserId } from "#app/domain/ids.ts";
import { type Entry, findEntry, neighbour, type Playlist } from "#app/domain/playlist/playlist.ts";
import type { Playback } from "./playback.ts";

export const REPEATS = ["off", "all", "one"] as const;
export type Repeat = (typeof REPEATS)[number];

/** What follows what, the same for everyone in the room. */
export type PlayOrder = {
  readonly repeat: Repeat;
  /** What the order is drawn from; null: it is the playlist's. */
  readonly shuffleSeed: number | null;
  /** Whoever has added something takes turns. */
  readonly isFair: boolean;
  /** Comes before all else, in this order. */
  readonly upNext: readonly EntryId[];
  /** Where the order is taken up again after that; null: where it is. */
  readonly resumeId: EntryId | null;
  /** Where the playlist's own order does not say it: what was on since the round began, in that order. */
  readonly played: readonly EntryId[];
  /** Whose turn it was, the latest last. */
  readonly turns: readonly UserId[];
};

export const PLAIN_ORDER: PlayOrder = {
  repeat: "off",
  shuffleSeed: null,
  isFair: false,
  upNext: [],
  resumeId: null,
  played: [],
  turns: [],
};

/** What is on, and whether a new round through the playlist begins with it. */
export type PlaybackChange = { readonly playback: Playback; readonly isNewRound: boolean };

export type Sequence = { readonly playlist: Playlist; readonly order: PlayOrder };

/** The order goes its own way, and not the playlist's. */
function isDrawn({ shuffleSeed, isFair }: PlayOrder): boolean {
  return shuffleSeed !== null || isFair;
}

/** What comes after `currentId` when it is over, or when somebody goes on; null: nothing does. */
export function followerOf({ playlist, order }: Sequence, currentId: EntryId): Follower | null {
  const asked = order.upNext.map((id) => findEntry(playlist, id)).find((entry) => entry !== undefined);
  if (asked) return { entry: asked, isNewRound: false };
  const entry = isDrawn(order) ? draw(playlist, order) : neighbour(playlist, order.resumeId ?? currentId, 1);
  if (entry) return { entry, isNewRound: false };
  const first = order.repeat === "all" ? firstOfRound({ playlist, order }, currentId) : undefined;
  return first ? { entry: first, isNewRound: true } : null;
}

type Follower = { readonly entry: Entry; readonly isNewRound: boolean };

/** What was on before `currentId`; undefined: nothing was. */
export function predecessorOf({ playlist, order }: Sequence, currentId: EntryId): Entry | undefined {
  if (!isDrawn(order)) return neighbour(playlist, currentId, -1);
  const at = order.played.indexOf(currentId);
  return findEntry(playlist, order.played[at - 1] ?? null);
}

/** What a new round begins with; not what has just been on, if there is anything else. */
export function firstOfRound({ playlist, order }: Sequence, lastId: EntryId | null): Entry | undefined {
  if (!isDrawn(order)) return playlist[0];
  const others = playlist.length > 1 ? playlist.filter(({ id }) => id !== lastId) : playlist;
  return draw(others, { ...order, ...newRound(order) });
}

/** The order once `change` has happened. */
export function orderAfter(order: PlayOrder, change: PlaybackChange, before: Before): PlayOrder {
  const { playback, isNewRound } = change;
  const round = isNewRound ? { ...order, ...newRound(order) } : order;
  const entryId = playback.status === "idle" ? null : playback.entryId;
  if (entryId === null || (entryId === before.currentId && !isNewRound)) return round;
  const wasAsked = order.upNext.includes(entryId);
  const upNext = wasAsked ? order.upNext.filter((id) => id !== entryId) : order.upNext;
  const resumeId = wasAsked ? (order.resumeId ?? before.currentId) : null;
  const next = { ...round, upNext, resumeId };
  if (!isDrawn(order)) return next;
  const addedBy = findEntry(before.playlist, entryId)?.addedBy;
  const turns = addedBy ? [...round.turns.filter((userId) => userId !== addedBy), addedBy] : round.turns;
  return { ...next, turns, played: [...round.played.filter((id) => id !== entryId), entryId] };
}

type Before = { readonly playlist: Playlist; readonly currentId: EntryId | null };

/** In another order from here on; what is on has been on. */
export function reordered(
  order: PlayOrder,
  change: Pick<PlayOrder, "repeat" | "shuffleSeed" | "isFair">,
  currentId: EntryId | null,
): PlayOrder {
  const next = { ...order, ...change };
  const isSame = next.shuffleSeed === order.shuffleSeed && next.isFair === order.isFair;
  return isSame ? next : { ...next, played: currentId && isDrawn(next) ? [currentId] : [], turns: [] };
}

/** Entries that are gone are nobody's next. */
export function withoutRemoved(order: PlayOrder, gone: ReadonlySet<EntryId>): PlayOrder {
  const stays = (id: EntryId) => !gone.has(id);
  const resumeId = order.resumeId && stays(order.resumeId) ? order.resumeId : null;
  return { ...order, resumeId, upNext: order.upNext.filter(stays), played: order.played.filter(stays) };
}

function newRound({ shuffleSeed }: PlayOrder): Pick<PlayOrder, "played" | "shuffleSeed"> {
  return { played: [], shuffleSeed: shuffleSeed === null ? null : mix(shuffleSeed, "round") };
}

/** The next of what has not been on in this round: whose turn it is, and of theirs the first or the one that is drawn. */
function draw(playlist: Playlist, order: PlayOrder): Entry | undefined {
  const played = new Set(order.played);
  const rest = playlist.filter(({ id }) => !played.has(id));
  const turnOf = new Map(order.turns.map((userId, i) => [userId, i + 1]));
  // everybody's turn is the same where nobody takes turns
  const turn = ({ addedBy }: Entry) => (order.isFair ? (turnOf.get(addedBy) ?? 0) : 0);
  const lot = ({ id }: Entry) => (order.shuffleSeed === null ? 0 : mix(order.shuffleSeed, id));
  return least(rest, (a, b) => turn(a) - turn(b) || lot(a) - lot(b));
}

/** The first of those than which none is less. */
function least<T>(things: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  return things.reduce<T | undefined>((best, one) => (best === undefined || compare(one, best) < 0 ? one : best), undefined);
}

/** A number that follows from a seed and a text and looks like none of them: FNV-1a with the finish of MurmurHash3. */
function mix(seed: number, text: string): number {
  let hash = seed >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
