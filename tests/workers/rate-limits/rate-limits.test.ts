import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newRoom } from "#tests/workers/support/upload.ts";
import { bringTrack, HOUR_MS, sendCover, webpOf } from "#tests/workers/tracks/edited-tracks.ts";

/** As if somebody had done it so often, so long ago. */
async function seedAttempts(username: string, requestContext: string, { count, agoMs }: { count: number; agoMs: number }) {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO attempts (key, window_start_ms, count) SELECT ? || ':' || id, ?, ? FROM users WHERE username = ?",
  )
    .bind(requestContext, Date.now() - agoMs, count, username)
    .run();
}

describe("what one person may do so often that nobody would by hand", () => {
  it("has a measure for covers, files that are read again and lengths that are put right", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const asked = {
      cover: async () => (await sendCover(owner, webpOf(512))).status,
      picture: async () => (await owner.fetch(`/media/picture/${trackId}`)).status,
      tags: async () => (await owner.refusal("tracks.readTags", { trackId })) ?? "ok",
      lengths: async () => (await owner.refusal("tracks.fixDurations", { cursor: null })) ?? "ok",
    };
    const answers = async () => [await asked.cover(), await asked.picture(), await asked.tags(), await asked.lengths()];
    const seed = async (agoMs: { hour: number; day: number }) => {
      await seedAttempts(owner.username, "cover-sent", { count: 1000, agoMs: agoMs.hour });
      await seedAttempts(owner.username, "file-read", { count: 2000, agoMs: agoMs.hour });
      await seedAttempts(owner.username, "durations-fixed", { count: 2000, agoMs: agoMs.day });
    };
    expect(await answers()).toEqual([200, 404, "ok", "ok"]);
    await seed({ hour: 0.9 * HOUR_MS, day: 23 * HOUR_MS });
    expect(await answers()).toEqual([429, 429, "too-many-attempts", "too-many-attempts"]);
    await seed({ hour: 1.1 * HOUR_MS, day: 25 * HOUR_MS });
    expect(await answers()).toEqual([200, 404, "ok", "ok"]);
  });
});
