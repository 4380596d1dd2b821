import { describe, expect, it } from "vitest";
import { compareOrders, withOrderChange } from "#app/domain/playback/order-change.ts";
import { DEFAULT_PLAY_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { hasPlayed, type Played, skipPlayed, withPlayed } from "#app/domain/playback/played-log.ts";
import { appendToQueue, changeQueue, compareQueues } from "#app/domain/playback/queue.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { decide } from "#app/domain/room/decide.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { actorAs, applyCommand, buildPlaylist, buildRoom, contextAt, entryId } from "#tests/support/builders.ts";

const ids = (...numbers: readonly number[]) => numbers.map(entryId);
const random = seededRandom(3);
const randomQueue = () => [
  ...new Set(Array.from({ length: Math.floor(random() * 9) }, () => entryId(Math.ceil(random() * 9)))),
];

describe("changes of the queue", () => {
  it("OR9 lead from one queue to another, whatever they are", () => {
    for (let round = 0; round < 2000; round++) {
      const [before, after] = [randomQueue(), randomQueue()];
      const change = compareQueues(before, after);
      expect(change ? changeQueue(before, change) : before).toEqual(after);
    }
  });

  it("OR9 name only the entries that were queued", () => {
    const full = buildPlaylist(400).map(({ id }) => id);
    const change = appendToQueue(full, ids(500, 401));
    expect(change.entryIds).toEqual(ids(500, 401));
    expect(changeQueue(full, change)).toEqual([...full, ...ids(500, 401)]);
    expect(changeQueue(ids(1, 2, 3), appendToQueue(ids(1, 2, 3), ids(3, 1)))).toEqual(ids(2, 3, 1));
  });

  it("OR9 are refused beyond the limit, and then change nothing", () => {
    const { queuedEntries } = playlistLimits;
    const room = buildRoom(queuedEntries + 1);
    const all = room.playlist.map(({ id }) => id);
    const full = applyCommand(
      room,
      { type: "queue", entryIds: all.slice(0, queuedEntries), isNext: true },
      { moment: contextAt(0) },
    );
    expect(full.order.upNext).toHaveLength(queuedEntries);
    const queue = (entryIds: typeof all) =>
      decide(full, { type: "queue", entryIds, isNext: true }, actorAs("editor"), contextAt(0));
    expect(queue(all.slice(-1))).toEqual({ ok: false, error: "queue-full" });
    expect(queue(all.slice(0, 1)).ok).toBe(true);
  });
});

describe("changes of the play order", () => {
  it("PB11 lead from one order to another, except for votes", () => {
    const randomOrder = (): PlayOrder => ({
      ...DEFAULT_PLAY_ORDER,
      repeat: random() < 0.5 ? "all" : "off",
      shuffleSeed: random() < 0.5 ? 7 : null,
      upNext: randomQueue(),
      played: randomQueue(),
      resumeRank: random() < 0.5 ? "a1" : null,
    });
    for (let round = 0; round < 2000; round++) {
      const [before, after] = [randomOrder(), randomOrder()];
      expect(withOrderChange(before, compareOrders(before, after))).toEqual(after);
    }
  });

  it("PB11 list only what differs of a long round", () => {
    const played = buildPlaylist(5000).map(({ id }) => id);
    const before = { ...DEFAULT_PLAY_ORDER, played: [...played, entryId(6000)] };
    expect(compareOrders(before, { ...before, played })).toEqual({ played: { kept: 5000, following: [] } });
  });
});

describe("the entries that have played", () => {
  it("are the same whether lists share a log or not", () => {
    const list = buildPlaylist(12);
    const known: Played[] = [[]];
    for (let round = 0; round < 3000; round++) {
      const before = known[Math.floor(random() * known.length)] ?? [];
      const id = entryId(Math.ceil(random() * 12));
      const after = withPlayed(before, id);
      expect(after).toEqual([...before.filter((other) => other !== id), id]);
      for (const entry of list) expect(hasPlayed(after, entry.id)).toBe(after.includes(entry.id));
      const unplayed = list.findIndex((entry) => !after.includes(entry.id));
      expect(skipPlayed(after, list)).toBe(unplayed < 0 ? list.length : unplayed);
      known.push(after);
      if (known.length > 20) known.splice(Math.floor(random() * 20), 1);
    }
  });
});
