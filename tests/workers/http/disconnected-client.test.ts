import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { newGate } from "#tests/workers/permissions/slow-worker.ts";
import { newClient } from "#tests/workers/support/client.ts";
import { entriesOf, newRoom } from "#tests/workers/support/upload.ts";
import { bringTrack, cookieOf, envWith, MINUTE_MS, sweepLater } from "#tests/workers/tracks/edited-tracks.ts";
import { functions } from "#workers/functions/registry.ts";

const NO_ANALYSIS = { loudnessLufs: null, truePeakDb: null, waveform: null };

/** Calls a function of a Worker whose rooms are slow to hear, and waits only for what goes on when its caller has hung up. */
async function callAndHangUp(name: string, username: string, args: unknown) {
  const { passed, open } = newGate();
  const rest: Promise<unknown>[] = [];
  const slow = envWith("replaceTrack", async (tell) => {
    await passed;
    return tell();
  });
  const id = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<UserId>("id");
  if (!id) throw new Error(`no user ${username}`);
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
  void functions.get(name)?.handler({ ...requestContext, user: { id, ...names }, sessionId: null, waitUntil }, args);
  await expect.poll(() => rest.length).toBe(1);
  open();
  await Promise.all(rest);
}

describe("whoever hangs up while rooms are told", () => {
  it("of a length that is put right has it put right everywhere", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const before = (await entriesOf(id))[0]?.track.durationMs;
    await env.DB.prepare("UPDATE tracks SET duration_ms = 5 WHERE id = ?").bind(trackId).run();
    await owner.call("tracks.update", { trackId, changes: { album: "Told" } });
    expect((await entriesOf(id))[0]?.track.durationMs).toBe(5);
    await callAndHangUp("tracks.fixDurations", owner.username, { cursor: null });
    expect((await entriesOf(id))[0]?.track).toMatchObject({ durationMs: before, album: "Told" });
  });

  it("of what was heard has it told everywhere", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    await env.DB.prepare("UPDATE tracks SET loudness_lufs = NULL WHERE id = ?").bind(trackId).run();
    await owner.call("tracks.update", { trackId, changes: { album: "Told" } });
    const analysis = { ...NO_ANALYSIS, loudnessLufs: -20 };
    await callAndHangUp("tracks.setAnalysis", owner.username, { trackId, analysis });
    expect((await entriesOf(id))[0]?.track).toMatchObject({ loudnessLufs: -20, album: "Told" });
  });
});

describe("a room that breaks while it is told", () => {
  it.each(["tracks.fixDurations", "tracks.setAnalysis"])("by %s hears of it from the sweep", async (name) => {
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const before = (await entriesOf(id))[0]?.track;
    await env.DB.prepare("UPDATE tracks SET duration_ms = 5, loudness_lufs = NULL WHERE id = ?").bind(trackId).run();
    await owner.call("tracks.update", { trackId, changes: { album: "Told" } });
    const away = envWith("replaceTrack", () => Promise.reject(new Error("the room is away")));
    const cutOff = newClient(undefined, { Cookie: await cookieOf(owner) }, away);
    const isLength = name === "tracks.fixDurations";
    if (isLength) await cutOff.call("tracks.fixDurations", { cursor: null });
    else await cutOff.call("tracks.setAnalysis", { trackId, analysis: { ...NO_ANALYSIS, loudnessLufs: -20 } });
    fault.mockRestore();
    expect((await entriesOf(id))[0]?.track).toMatchObject({ durationMs: 5, loudnessLufs: null });
    await sweepLater(2 * MINUTE_MS);
    const told = isLength ? { durationMs: before?.durationMs } : { loudnessLufs: -20 };
    expect((await entriesOf(id))[0]?.track).toMatchObject(told);
  });
});
