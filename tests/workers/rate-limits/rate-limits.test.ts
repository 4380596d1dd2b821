import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/units.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { createWebp, postCover, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import type { RateLimit } from "#workers/rate-limits/rate-limit.ts";

/** Stores a count for a user, as if the window had started `agoMs` ago. */
async function seedAttempts(username: string, limit: RateLimit, { count, agoMs }: { count: number; agoMs: number }) {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO attempts (key, window_start_ms, count) SELECT ? || ':' || id, ?, ? FROM users WHERE username = ?",
  )
    .bind(limit, Date.now() - agoMs, count, username)
    .run();
}

describe("the limits per user", () => {
  it("apply to cover uploads, reads of stored files and duration fixes", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const requests = {
      cover: async () => (await postCover(owner, createWebp(512))).status,
      picture: async () => (await owner.fetch(`/media/picture/${trackId}`)).status,
      tags: async () => (await owner.refusal("tracks.readTags", { trackId })) ?? "ok",
      lengths: async () => (await owner.refusal("tracks.fixDurations", { cursor: null })) ?? "ok",
    };
    const results = async () => [
      await requests.cover(),
      await requests.picture(),
      await requests.tags(),
      await requests.lengths(),
    ];
    const seed = async (agoMs: { hour: number; day: number }) => {
      await seedAttempts(owner.username, "cover-upload/user", { count: 1000, agoMs: agoMs.hour });
      await seedAttempts(owner.username, "stored-file-read/user", { count: 2000, agoMs: agoMs.hour });
      await seedAttempts(owner.username, "duration-fix/user", { count: 2000, agoMs: agoMs.day });
    };
    expect(await results()).toEqual([200, 404, "ok", "ok"]);
    await seed({ hour: 0.9 * HOUR_MS, day: 23 * HOUR_MS });
    expect(await results()).toEqual([429, 429, "too-many-attempts-hour", "too-many-attempts-day"]);
    expect((await postCover(owner, createWebp(512))).headers.get("Retry-After")).toBe("3600");
    const call = { path: "tracks:readTags", args: { trackId } };
    expect((await owner.post("/api/query", call)).headers.get("Retry-After")).toBe("3600");
    await seed({ hour: 1.1 * HOUR_MS, day: 25 * HOUR_MS });
    expect(await results()).toEqual([200, 404, "ok", "ok"]);
  });

  it("apply to searches at services, also for a track of the library", async () => {
    const { owner, id: roomId } = await createRoom();
    const like = { title: "Night Drive", artist: "Mira", durationMs: null, isrc: null };
    const search = async () => (await owner.refusal("imports.search", { roomId, like })) ?? "ok";
    expect(await search()).toBe("ok");
    await seedAttempts(owner.username, "service-search/user", { count: 600, agoMs: 0.9 * HOUR_MS });
    expect(await search()).toBe("too-many-attempts-hour");
    await seedAttempts(owner.username, "service-search/user", { count: 600, agoMs: 1.1 * HOUR_MS });
    expect(await search()).toBe("ok");
  });
});
