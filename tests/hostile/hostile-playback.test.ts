import { describe, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import { actorAs, buildRoom, contextAt, entryId, playing, SERVER } from "#tests/support/builders.ts";

// The work of rules of playback, counted as the entries that they read, so that it is the same on every machine. Twice the entries
// may be twice the work, and not four times.

const TRACK_MS = 100;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SIZE = 400;
/** More than linear work by so much is the logarithm of sorting, and what does not depend on the size. */
const GROWTH_MAX = 2.5;

/** A test of quadratic rules would not end. */
const READS_MAX = 1_000_000;
class TooMuchWork extends Error {}

/** Counts each read of an entry by its place. */
function countReads(playlist: Playlist): { readonly playlist: Playlist; readonly reads: () => number } {
  let reads = 0;
  const counted = new Proxy(playlist, {
    get(target, key, receiver) {
      if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
      if (reads > READS_MAX) throw new TooMuchWork();
      return Reflect.get(target, key, receiver);
    },
  });
  return { playlist: counted, reads: () => reads };
}

type Attack = {
  readonly name: string;
  readonly prepare: (state: RoomState) => RoomState;
  readonly command: (ids: readonly EntryId[]) => AnyCommand;
  readonly nowMs: number;
};

const ids = (count: number) => Array.from({ length: count }, (_, i) => entryId(i + 1));
/** All entries wait in the queue, the last one first. */
const queued = (state: RoomState): RoomState => ({
  ...state,
  order: { ...state.order, repeat: "all", upNext: state.playlist.map(({ id }) => id).reverse() },
  playback: playing(1, 0, 0),
});
const shuffled = (state: RoomState): RoomState => ({
  ...state,
  order: { ...state.order, repeat: "all", shuffleSeed: 7 },
  playback: playing(1, 0, 0),
});
const fair = (state: RoomState): RoomState => ({
  ...state,
  order: { ...state.order, repeat: "all", isFair: true },
  playback: playing(1, 0, 0),
});
const plain = (state: RoomState): RoomState => ({
  ...state,
  order: { ...state.order, repeat: "all", crossfadeMs: 12_000 },
  playback: playing(1, 0, 0),
});
const tick = (): AnyCommand => ({ type: "tick" });

const ATTACKS: readonly Attack[] = [
  ...Object.entries({ queued, shuffled, fair, plain }).flatMap(([order, prepare]) => [
    { name: `a wake-up after a minute of short tracks, ${order}`, prepare, command: tick, nowMs: MINUTE_MS },
    { name: `a wake-up for the next short track, ${order}`, prepare, command: tick, nowMs: TRACK_MS + 1 },
    { name: `next, ${order}`, prepare, command: () => ({ type: "next", entryId: entryId(1) }) as const, nowMs: 1 },
    { name: `a change of repeat, ${order}`, prepare, command: () => ({ type: "repeat", repeat: "off" }) as const, nowMs: 1 },
    { name: `a change of shuffle, ${order}`, prepare, command: () => ({ type: "shuffle", isOn: true }) as const, nowMs: 1 },
  ]),
  {
    name: "the longest queue",
    prepare: plain,
    command: (all) => ({ type: "queue", entryIds: all.slice(0, playlistLimits.queuedEntries), isNext: true }),
    nowMs: 1,
  },
  {
    name: "a move of everything",
    prepare: plain,
    command: (all) => ({ type: "move", entryIds: all, afterEntryId: null }),
    nowMs: 1,
  },
  { name: "a removal of everything", prepare: queued, command: (all) => ({ type: "remove", entryIds: all }), nowMs: 1 },
];

/** The entries that a decision and its events read. */
function measure({ prepare, command, nowMs }: Attack, count: number): number {
  const prepared = prepare(buildRoom(count, TRACK_MS));
  const { playlist, reads } = countReads(prepared.playlist);
  const state = { ...prepared, playlist };
  const wanted = command(ids(count));
  const actor = wanted.type === "tick" ? SERVER : actorAs("owner");
  try {
    const decided = decide(state, wanted, actor, contextAt(nowMs));
    if (!decided.ok) throw new Error(decided.error);
    decided.value.reduce(evolve, state);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return Number.POSITIVE_INFINITY;
  }
  return reads();
}

describe("playback of many short tracks", () => {
  it.each(ATTACKS)("$name: twice the entries are at most 2.5 times the work", (attack) => {
    const [once, twice] = [measure(attack, SIZE), measure(attack, 2 * SIZE)];
    expect(twice).toBeLessThan(READS_MAX);
    expect(twice).toBeLessThanOrEqual(GROWTH_MAX * once + 100);
  });

  it.each(["queued", "shuffled", "fair", "plain"] as const)(
    "a wake-up after an hour of 1,000 short tracks reads each at most 300 times, %s",
    (order) => {
      const prepare = { queued, shuffled, fair, plain }[order];
      const attack = { name: order, prepare, command: tick, nowMs: HOUR_MS };
      expect(measure(attack, 1000)).toBeLessThanOrEqual(300 * 1000);
    },
  );
});
