import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { interceptRoomCalls } from "#tests/workers/support/intercept-room-calls.ts";
import { createLatch } from "#tests/workers/support/latch.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import { createSessionCookie, sweepAfter, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { functions } from "#workers/api/registry.ts";

const NO_ANALYSIS = { loudnessLufs: null, truePeakDb: null, waveform: null };

/** Calls a function of a Worker whose room objects are slow, disconnects, and waits for the work that continues. */
async function callAndDisconnect(name: string, username: string, args: unknown) {
  const { released, release } = createLatch();
  const rest: Promise<unknown>[] = [];
  const slow = interceptRoomCalls("replaceTrack", async (replaceTrack) => {
    await released;
    return replaceTrack();
  });
  const id = await readUserId({ username });
  const names = { name: username, username, email: "", avatar: "#204060", type: "user" as const };
  const requestContext = {
    env: slow,
    db: createDb(env.DB),
    nowMs: Date.now(),
    address: "10.1.1.1",
    locale: "en" as const,
    roomAccessToken: null,
  };
  const waitUntil = (promise: Promise<unknown>) => void rest.push(promise);
  void functions
    .get(name)
    ?.run({ ...requestContext, user: { id, ...names }, sessionId: null, isByToken: false, waitUntil }, args);
  await expect.poll(() => rest.length).toBe(1);
  release();
  await Promise.all(rest);
}

describe("a client that disconnects while rooms are notified", () => {
  it("still corrects a duration everywhere", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const before = (await readPlaylist(id))[0]?.track.durationMs;
    await env.DB.prepare("UPDATE tracks SET duration_ms = 5 WHERE id = ?").bind(trackId).run();
    await owner.call("tracks.update", { trackId, changes: { album: "Notified" } });
    expect((await readPlaylist(id))[0]?.track.durationMs).toBe(5);
    await callAndDisconnect("tracks.fixDurations", owner.username, { cursor: null });
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ durationMs: before, album: "Notified" });
  });

  it("still publishes a track's analysis everywhere", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await env.DB.prepare("UPDATE tracks SET loudness_lufs = NULL WHERE id = ?").bind(trackId).run();
    await owner.call("tracks.update", { trackId, changes: { album: "Notified" } });
    const analysis = { ...NO_ANALYSIS, loudnessLufs: -20 };
    await callAndDisconnect("tracks.setAnalysis", owner.username, { trackId, analysis });
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ loudnessLufs: -20, album: "Notified" });
  });
});

describe("a room object that fails while it is notified", () => {
  it.each(["tracks.fixDurations", "tracks.setAnalysis"])("of %s is notified by the sweep", async (name) => {
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const before = (await readPlaylist(id))[0]?.track;
    await env.DB.prepare("UPDATE tracks SET duration_ms = 5, loudness_lufs = NULL WHERE id = ?").bind(trackId).run();
    await owner.call("tracks.update", { trackId, changes: { album: "Notified" } });
    const away = interceptRoomCalls("replaceTrack", () => Promise.reject(new Error("the room is away")));
    const cutOff = createClient({ headers: { Cookie: await createSessionCookie(owner) }, bindings: away });
    const isLength = name === "tracks.fixDurations";
    if (isLength) await cutOff.call("tracks.fixDurations", { cursor: null });
    else await cutOff.call("tracks.setAnalysis", { trackId, analysis: { ...NO_ANALYSIS, loudnessLufs: -20 } });
    fault.mockRestore();
    expect((await readPlaylist(id))[0]?.track).toMatchObject({ durationMs: 5, loudnessLufs: null });
    await sweepAfter(2 * MINUTE_MS);
    const expected = isLength ? { durationMs: before?.durationMs } : { loudnessLufs: -20 };
    expect((await readPlaylist(id))[0]?.track).toMatchObject(expected);
  });
});
