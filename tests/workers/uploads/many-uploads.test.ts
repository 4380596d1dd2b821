import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { createDb } from "#db/client.ts";
import { createNotice, envWithCallLimit } from "#tests/workers/accounts/account-with-content.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";

import { removeAccount } from "#workers/accounts/remove-account.ts";
import { newId } from "#workers/crypto/random.ts";
import { sweep } from "#workers/jobs/sweep.ts";

/** The platform's limit of subrequests per run. */
const SUBREQUESTS_MAX = 1000;

const countOf = async (table: "uploads" | "rooms" | "users", column: string, id: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(id).first<number>("n");

/** Inserts announced uploads to a room. Returns the ids of their audio objects. */
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

async function seedUploader(count: number) {
  const self = await seedUser("Uploader");
  const userId = self.person.id;
  const { id: roomId } = await clientFor(self).call("rooms.create", { name: "Full" });
  return { self, userId, roomId, objects: await seedUploads(userId, roomId, count) };
}

async function sweepUntilDeleted(userId: UserId, bindings: (run: number) => Cloudflare.Env): Promise<number> {
  for (let run = 1; run <= 20; run++) {
    await sweep(bindings(run), Date.now() + run * 6 * MINUTE_MS);
    if ((await countOf("users", "id", userId)) === 0) return run;
  }
  throw new Error("the account was not deleted");
}

afterEach(() => void vi.restoreAllMocks());

describe("a person with very many unfinished uploads", () => {
  it("is removed in several runs, each within the platform's limit", async () => {
    const { userId, roomId } = await seedUploader(300);
    const cut = envWithCallLimit(SUBREQUESTS_MAX);
    await removeAccount({ env: cut.env, db: createDb(cut.env.DB), userId, nowMs: Date.now(), notice: createNotice() });
    expect(cut.isInterrupted()).toBe(false);
    expect(await countOf("uploads", "user_id", userId)).toBe(250);
    const runs: ReturnType<typeof envWithCallLimit>[] = [];
    await sweepUntilDeleted(userId, () => {
      const run = envWithCallLimit(SUBREQUESTS_MAX);
      runs.push(run);
      return run.env;
    });
    expect(runs.map((run) => run.isInterrupted())).toEqual(runs.map(() => false));
    expect([await countOf("rooms", "id", roomId), await countOf("uploads", "room_id", roomId)]).toEqual([0, 0]);
  });

  it("is removed later if some uploads cannot be discarded, which does not prevent the others", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { userId, objects } = await seedUploader(150);
    const broken = new Set(objects.slice(0, 60));
    const MEDIA = new Proxy(env.MEDIA, {
      get: (bucket, name) => {
        const value = Reflect.get(bucket, name);
        if (typeof value !== "function") return value;
        if (name !== "delete") return value.bind(bucket);
        return (keys: string | string[]) =>
          [keys].flat().some((key) => broken.has(key.split("/")[1] ?? ""))
            ? Promise.reject(new Error("down"))
            : bucket.delete(keys);
      },
    });
    const failing = replaceBindings({ MEDIA });
    await removeAccount({ env: failing, db: createDb(env.DB), userId, nowMs: Date.now(), notice: createNotice() });
    for (let run = 1; run <= 4; run++) await sweep(failing, Date.now() + run * 6 * MINUTE_MS);
    expect(await countOf("uploads", "user_id", userId)).toBe(60);
    await sweepUntilDeleted(userId, () => env);
  });

  it("removes a room, and the sweep discards the uploads above the limit", async () => {
    const { self, roomId } = await seedUploader(120);
    await clientFor(self).call("rooms.remove", { id: roomId });
    expect(await countOf("uploads", "room_id", roomId)).toBe(70);
    for (let run = 1; run <= 2; run++) await sweep(env, Date.now() + run * 6 * MINUTE_MS);
    expect([await countOf("uploads", "room_id", roomId), await countOf("rooms", "id", roomId)]).toEqual([0, 0]);
  });
});
