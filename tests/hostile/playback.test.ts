import { describe, expect, it } from "vitest";
import { DEFAULT_PLAY_ORDER, findNext, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { advanceTimeline, applyPlaybackChange, listSegments, type Timeline } from "#app/domain/playback/schedule.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { buildPlaylist, entryId, playing, userId } from "#tests/support/builders.ts";

const ENTRIES = playlistLimits.playlistEntries;
const DURATION_MS = 100;

/** A playlist that counts how often its entries are read. */
function countReads(playlist: Playlist): { readonly playlist: Playlist; readonly reads: () => number } {
  let count = 0;
  const entries = playlist.map(
    (entry) =>
      new Proxy(entry, {
        get(target, property) {
          count += 1;
          return Reflect.get(target, property);
        },
      }) as Entry,
  );
  return { playlist: entries, reads: () => count };
}

const FAIR_PEOPLE = 20;
const LONGEST = buildPlaylist(ENTRIES, DURATION_MS).map((entry, i) => ({ ...entry, addedBy: userId(`p${i % FAIR_PEOPLE}`) }));
const QUEUE = LONGEST.slice(-playlistLimits.queuedEntries).map(({ id }) => id);

const ORDERS: Readonly<Record<string, Partial<PlayOrder>>> = {
  "in the order of the playlist": {},
  repeated: { repeat: "all" },
  shuffled: { shuffleSeed: 7 },
  "shuffled and repeated": { shuffleSeed: 7, repeat: "all" },
  fair: { isFair: true },
  "fair, shuffled, crossfaded and repeated": { isFair: true, shuffleSeed: 7, repeat: "all", crossfadeMs: 12_000 },
  "with a full queue": { upNext: QUEUE.toReversed() },
  "with a full queue in which all have votes": {
    upNext: QUEUE,
    queueVotes: Object.fromEntries(QUEUE.map((id, i) => [id, i % 7])),
    crossfadeMs: 12_000,
  },
};

const toTimeline = (playlist: Playlist, order: Partial<PlayOrder>): Timeline => ({
  playlist,
  playback: playing(1, 0, 0),
  order: { ...DEFAULT_PLAY_ORDER, ...order },
});

describe.each(Object.entries(ORDERS))("the longest playlist of the shortest tracks, %s", (_, order) => {
  it("SC2 a wake-up after a week takes a limited number of steps, and few of them read the playlist", () => {
    const { playlist, reads } = countReads(LONGEST);
    const timeline = toTimeline(playlist, order);
    const changes = advanceTimeline(timeline, 168 * HOUR_MS);
    expect(changes.length).toBeLessThanOrEqual(playbackLimits.stepsAtOnce);
    // making the indexes reads each entry a few times; a step reads a few entries
    expect(reads()).toBeLessThan(40 * ENTRIES);
    const before = reads();
    advanceTimeline(timeline, 168 * HOUR_MS);
    expect(reads() - before).toBeLessThan(200 * playbackLimits.stepsAtOnce + 2 * ENTRIES);
  });

  it("SC2 wake-ups reach the present", () => {
    const nowMs = 168 * HOUR_MS;
    let timeline = toTimeline(LONGEST, order);
    let wakeUps = 0;
    for (let changes = advanceTimeline(timeline, nowMs); changes.length > 0; changes = advanceTimeline(timeline, nowMs)) {
      timeline = changes.reduce(applyPlaybackChange, timeline);
      wakeUps += 1;
    }
    // two rounds at most: the one in which the room fell asleep, and the present one
    expect(wakeUps).toBeLessThanOrEqual((2 * ENTRIES) / playbackLimits.stepsAtOnce + 2);
    expect(timeline.playback.status).toBe(order.repeat === "all" ? "playing" : "paused");
    if (timeline.playback.status === "playing") expect(timeline.playback.anchorMs).toBeGreaterThan(nowMs - 1001);
  });

  it("a skip reads few entries once the indexes are made", () => {
    const { playlist, reads } = countReads(LONGEST);
    let timeline = toTimeline(playlist, order);
    const skip = () => {
      const next = findNext(timeline, currentEntryId(timeline.playback) ?? entryId(1));
      if (!next) throw new Error("nothing follows");
      const playback = { ...playing(1), entryId: next.entry.id };
      timeline = applyPlaybackChange(timeline, { playback, isNewRound: next.isNewRound });
    };
    skip();
    const before = reads();
    for (let skips = 0; skips < 1000; skips++) skip();
    expect(reads() - before).toBeLessThan(200 * 1000);
  });

  it("a device that lists what plays next reads few entries once the indexes are made", () => {
    const { playlist, reads } = countReads(LONGEST);
    const timeline = toTimeline(playlist, order);
    listSegments(timeline, { serverNowMs: 100, count: 2 });
    const before = reads();
    for (let times = 0; times < 100; times++) listSegments(timeline, { serverNowMs: 100, count: 2 });
    expect(reads() - before).toBeLessThan(500 * 100);
  });
});
