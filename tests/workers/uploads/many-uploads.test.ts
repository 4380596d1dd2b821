import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { envUntil, newFarewell } from "#tests/workers/accounts/account-with-content.ts";
import { browserOf, seedUser } from "#tests/workers/permissions/callers.ts";
import { MINUTE_MS } from "#tests/workers/tracks/edited-tracks.ts";
import { removeAccount } from "#workers/accounts/remove-account.ts";
import { newId } from "#workers/crypto/random.ts";
import { sweep } from "#workers/jobs/sweep.ts";

/** What the platform lets one run ask of what is around it. */
const REQUESTS = 1000;

const countOf = async (table: "uploads" | "rooms" | "users", column: string, id: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(id).first<number>("n");

/** Files that are on their way into a room: what their bytes are to be stored under. */
async function seedUploads(userId: UserId, roomId: RoomId, count: number): Promise<readonly string[]> {
  const files = Array.from({ length: count }, () => ({ id: newId(), audioObject: newId() }));
  await env.DB.prepare(
    `INSERT INTO uploads (id, user_id, room_id, file_name, size_bytes, audio_object, multipart_id, created_at_ms)
     SELECT value ->> 'id', ?, ?, 'x', 1, value ->> 'audioObject', '', ? FROM json_each(?)`,
  )
    .bind(userId, roomId, Date.now(), JSON.stringify(files))
    .run();
  return files.map(({ audioObject }) => audioObject);
}

async function seedSender(count: number) {
  const self = await seedUser("Sender");
  const userId = self.person.id;
  const { id: roomId } = await browserOf(self).call("rooms.create", { name: "Full" });
  return { self, userId, roomId, objects: await seedUploads(userId, roomId, count) };
}

async function sweepUntilGone(userId: UserId, bindings: (run: number) => Cloudflare.Env): Promise<number> {
  for (let run = 1; run <= 20; run++) {
    await sweep(bindings(run), Date.now() + run * 6 * MINUTE_MS);
    if ((await countOf("users", "id", userId)) === 0) return run;
  }
  throw new Error("the account stays");
}

afterEach(() => void vi.restoreAllMocks());

describe("somebody with very many files on their way", () => {
  it("is removed in runs that each stay within what the platform allows", { timeout: 60_000 }, async () => {
    const { userId, roomId } = await seedSender(300);
    const cut = envUntil(REQUESTS);
    await removeAccount({ env: cut.env, db: createDb(cut.env.DB), userId, nowMs: Date.now(), farewell: newFarewell() });
    expect(cut.isCutOff()).toBe(false);
    expect(await countOf("uploads", "user_id", userId)).toBe(250);
    const runs: ReturnType<typeof envUntil>[] = [];
    await sweepUntilGone(userId, () => {
      const run = envUntil(REQUESTS);
      runs.push(run);
      return run.env;
    });
    expect(runs.map((run) => run.isCutOff())).toEqual(runs.map(() => false));
    expect([await countOf("rooms", "id", roomId), await countOf("uploads", "room_id", roomId)]).toEqual([0, 0]);
  });

  it("goes but for what cannot be discarded, which keeps nothing else", { timeout: 60_000 }, async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { userId, objects } = await seedSender(150);
    const broken = new Set(objects.slice(0, 60));
    const MEDIA = new Proxy(env.MEDIA, {
      get: (bucket, name) => {
        const value = Reflect.get(bucket, name);
        if (typeof value !== "function") return value;
        if (name !== "delete") return value.bind(bucket);
        return (keys: string | string[]) =>
          [keys].flat().some((key) => broken.has(key.split("/")[1] ?? ""))
            ? Promise.reject(new Error("away"))
            : bucket.delete(keys);
      },
    });
    const away = new Proxy(env, { get: (target, name) => (name === "MEDIA" ? MEDIA : Reflect.get(target, name)) });
    await removeAccount({ env: away, db: createDb(env.DB), userId, nowMs: Date.now(), farewell: newFarewell() });
    for (let run = 1; run <= 4; run++) await sweep(away, Date.now() + run * 6 * MINUTE_MS);
    expect(await countOf("uploads", "user_id", userId)).toBe(60);
    await sweepUntilGone(userId, () => env);
  });

  it("removes a room, and the sweep discards what was too much", { timeout: 60_000 }, async () => {
    const { self, roomId } = await seedSender(120);
    await browserOf(self).call("rooms.remove", { id: roomId });
    expect(await countOf("uploads", "room_id", roomId)).toBe(70);
    for (let run = 1; run <= 2; run++) await sweep(env, Date.now() + run * 6 * MINUTE_MS);
    expect([await countOf("uploads", "room_id", roomId), await countOf("rooms", "id", roomId)]).toEqual([0, 0]);
  });
});
