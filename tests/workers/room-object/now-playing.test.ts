import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { nowPlayingLimits } from "#app/domain/room/now-playing-publication.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { waitFor } from "#tests/support/wait.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { readPlaylist } from "#tests/workers/support/upload.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function createPlayingRoom() {
  const { owner, id } = await createRoomWithTracks({ durationMs: 600_000 });
  const run = (command: RoomCommand) => owner.call("rooms.command", { id, command });
  await run({ type: "play" });
  return { owner, id, run };
}

/** The title that D1 has for a room; null without one. */
async function readTitle(id: RoomId): Promise<string | null> {
  const query = env.DB.prepare("SELECT title FROM now_playing WHERE room_id = ?").bind(id);
  return (await query.first<{ title: string }>())?.title ?? null;
}

async function countWrites(id: RoomId): Promise<number> {
  const query = "SELECT count(*) AS n FROM changes WHERE table_name = 'now_playing' AND row_key = json_array(?)";
  return (await env.DB.prepare(query).bind(id).first<{ n: number }>())?.n ?? 0;
}

async function runAlarmAfter(id: RoomId, ms: number): Promise<void> {
  skipTime(ms);
  expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
}

describe("the track that a room plays", () => {
  it("NP1 is written at once, and after quick skips once more", async () => {
    const { id, run } = await createPlayingRoom();
    await expect.poll(() => readTitle(id)).toBe("Track 1");
    const [, second, third] = await readPlaylist(id);
    if (!second || !third) throw new Error("no entries");
    for (const { id: entryId } of [second, third, second, third]) await run({ type: "select", entryId });
    expect(await readTitle(id)).toBe("Track 1");
    await runAlarmAfter(id, nowPlayingLimits.intervalMs);
    await expect.poll(() => readTitle(id)).toBe("Track 3");
    expect(await countWrites(id)).toBe(2);
  });

  it("NP2 is deleted two minutes after a pause, and stays if the pause is shorter", async () => {
    const { id, run } = await createPlayingRoom();
    await expect.poll(() => readTitle(id)).toBe("Track 1");
    await run({ type: "pause" });
    skipTime(nowPlayingLimits.pausedMs - 10 * SECOND_MS);
    await run({ type: "play" });
    await run({ type: "pause" });
    await runAlarmAfter(id, 20 * SECOND_MS);
    expect(await readTitle(id)).toBe("Track 1");
    await runAlarmAfter(id, nowPlayingLimits.pausedMs);
    await expect.poll(() => readTitle(id)).toBeNull();
  });

  it("NP2 is deleted when its entry, the last one, is removed", async () => {
    const { id, run } = await createPlayingRoom();
    await expect.poll(() => readTitle(id)).toBe("Track 1");
    const entryIds = (await readPlaylist(id)).map((entry) => entry.id);
    await run({ type: "remove", entryIds });
    await runAlarmAfter(id, nowPlayingLimits.intervalMs);
    await expect.poll(() => readTitle(id)).toBeNull();
  });

  it("is written later if D1 fails", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await env.DB.prepare("ALTER TABLE now_playing RENAME TO now_playing_away").run();
    const { id } = await createPlayingRoom();
    await waitFor(() => expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)).where)).toContain("now-playing"));
    await env.DB.prepare("ALTER TABLE now_playing_away RENAME TO now_playing").run();
    logged.mockRestore();
    expect(await readTitle(id)).toBeNull();
    await runAlarmAfter(id, nowPlayingLimits.retryMs);
    await expect.poll(() => readTitle(id)).toBe("Track 1");
  });
});
