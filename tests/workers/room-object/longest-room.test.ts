import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { DEFAULT_PLAY_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { buildPlaylist } from "#tests/support/builders.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { Room } from "#workers/room-object/room-object.ts";

const DURATION_MS = 100;
const ASLEEP_MS = HOUR_MS;
const ENTRIES = buildPlaylist(playlistLimits.playlistEntries, DURATION_MS);
/** As a room could store it before its queue had a limit. */
const LONG_QUEUE = ENTRIES.map(({ id }) => id).toReversed();

/** A room that has fallen asleep with the longest playlist of the shortest tracks. It counts how often it stores its order. */
async function createSleepingRoom(order: Partial<PlayOrder>): Promise<RoomId> {
  const { id } = await createRoomWithTracks({ tracks: 1 });
  await runInDurableObject(roomObject(env, id as RoomId), async (_: Room, { storage }) => {
    const { sql } = storage;
    sql.exec("DELETE FROM entries");
    for (const { rank, ...entry } of ENTRIES) {
      sql.exec("INSERT INTO entries (id, rank, json) VALUES (?, ?, ?)", entry.id, rank, JSON.stringify(entry));
    }
    const playback = { status: "playing", entryId: ENTRIES[0]?.id, positionMs: 0, anchorMs: Date.now() - ASLEEP_MS };
    const parts = { playback, order: { ...DEFAULT_PLAY_ORDER, ...order } };
    for (const [key, value] of Object.entries(parts)) {
      sql.exec("INSERT OR REPLACE INTO state (key, json) VALUES (?, ?)", key, JSON.stringify(value));
    }
    sql.exec("CREATE TABLE order_writes (n INTEGER)");
    sql.exec(
      "CREATE TRIGGER count_order AFTER INSERT ON state WHEN new.key = 'order' BEGIN INSERT INTO order_writes VALUES (1); END",
    );
  });
  return id as RoomId;
}

type StoredPlay = { readonly anchorMs: number; readonly entryId: EntryId };

/** Wakes the room as after a restart, and returns what it has stored then. */
function wake(id: RoomId) {
  return runInDurableObject(roomObject(env, id), async (_: Room, ctx) => {
    const { sql } = ctx.storage;
    sql.exec("DELETE FROM order_writes");
    const startMs = Date.now();
    await new Room(ctx, env).alarm();
    const read = <T>(key: string) =>
      JSON.parse(sql.exec<{ json: string }>("SELECT json FROM state WHERE key = ?", key).one().json) as T;
    const { played, upNext } = read<PlayOrder>("order");
    const { anchorMs } = read<StoredPlay>("playback");
    const orderWrites = sql.exec("SELECT * FROM order_writes").toArray().length;
    const alarmMs = (await ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
    return {
      played: played.length,
      queued: upNext.length,
      isPresent: anchorMs + playbackLimits.entryMsMin >= startMs,
      orderWrites,
      alarmMs,
    };
  });
}

it("SC2 wakes in steps of a limited length, and stores its order once for each", async () => {
  const id = await createSleepingRoom({ shuffleSeed: 3, repeat: "all", upNext: LONG_QUEUE });
  let woken = await wake(id);
  // a wake-up executes a command or two, and each advances the room first
  expect(woken.orderWrites).toBeLessThanOrEqual(2);
  expect(woken).toMatchObject({ played: woken.orderWrites * playbackLimits.stepsAtOnce, isPresent: false });
  expect(woken.queued).toBe(playlistLimits.queuedEntries - woken.played);
  // it goes on at once
  expect(woken.alarmMs).toBeLessThan(Date.now() + 1000);
  const wakeUpsMax = ASLEEP_MS / playbackLimits.entryMsMin / playbackLimits.stepsAtOnce + 1;
  for (let wakeUps = 1; wakeUps < wakeUpsMax && !woken.isPresent; wakeUps++) woken = await wake(id);
  expect(woken.isPresent).toBe(true);
});

it("SC2 skips what it has missed in the playlist's own order, in one step", async () => {
  const id = await createSleepingRoom({});
  const woken = await wake(id);
  expect(woken.isPresent).toBe(true);
  expect(woken.orderWrites).toBeLessThanOrEqual(2);
});
