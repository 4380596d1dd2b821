import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { createCover, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { newId } from "#workers/crypto/random.ts";
import { audioKey, avatarDenseKey, avatarKey, coverKey, seekMapKey } from "#workers/media/object-keys.ts";
import { registerSuperadmin } from "./superadmin-client.ts";

async function putObject(key: string): Promise<string> {
  await env.MEDIA.put(key, "bytes");
  return key;
}

/** An object of each kind to which nothing refers. */
async function putOrphans(): Promise<readonly string[]> {
  const id = newId<ObjectId>();
  const keys = [audioKey(id), seekMapKey(id), coverKey(id), avatarKey(id), avatarDenseKey(id)];
  for (const key of keys) await putObject(key);
  return keys;
}

/** Objects to which the database refers, by how it does. */
async function putReferences(): Promise<Readonly<Record<string, string>>> {
  const { owner, id } = await createRoom();
  await uploadTrack(owner, id);
  const { audio } = (await env.DB.prepare("SELECT id AS audio FROM audio ORDER BY created_at_ms DESC").first<{
    audio: ObjectId;
  }>()) ?? { audio: newId<ObjectId>() };
  const [picture, upload, cover] = [newId<ObjectId>(), newId<ObjectId>(), newId<ObjectId>()];
  const userId = await readUserId(owner);
  await env.DB.prepare("UPDATE users SET avatar = ? WHERE id = ?").bind(`/media/avatar/${picture}`, userId).run();
  const insert = `INSERT INTO uploads (id, user_id, room_id, file_name, size_bytes, audio_object, multipart_id, cover_object, created_at_ms)
    VALUES (?, ?, ?, 'a.ogg', 5, ?, '', ?, ?)`;
  await env.DB.prepare(insert).bind(newId(), userId, id, upload, cover, Date.now()).run();
  const keys = {
    [audioKey(audio)]: "used",
    [seekMapKey(audio)]: "used",
    [avatarKey(picture)]: "used",
    [avatarDenseKey(picture)]: "used",
    [audioKey(upload)]: "upload",
    [coverKey(cover)]: "upload",
    [coverKey(await createCover(owner))]: "recorded",
    [`other/${picture}`]: "unknown",
  };
  for (const key of Object.keys(keys)) if ((await env.MEDIA.head(key)) === null) await putObject(key);
  return keys;
}

describe("the objects in R2", () => {
  it("are listed with their size, time and how the database refers to them", async () => {
    const superadmin = await registerSuperadmin();
    const startedMs = Date.now();
    const [orphans, references] = [await putOrphans(), await putReferences()];
    const { objects, nextCursor } = await superadmin.call("dev.listObjects", { prefix: "", orphansOnly: false });
    const uses = new Map(objects.map(({ key, use }) => [key, use]));
    expect(orphans.map((key) => uses.get(key))).toEqual(orphans.map(() => "orphan"));
    expect(Object.fromEntries(Object.keys(references).map((key) => [key, uses.get(key)]))).toEqual(references);
    expect(objects.find(({ key }) => key === orphans[0])?.sizeBytes).toBe(5);
    const times = objects.map(({ uploadedAtMs }) => uploadedAtMs);
    expect([Math.min(...times) >= startedMs, Math.max(...times) <= Date.now()]).toEqual([true, true]);
    expect(nextCursor).toBeNull();
  });

  it("can be filtered by prefix and to orphans, page by page", async () => {
    const superadmin = await registerSuperadmin();
    await putOrphans();
    const covers = await superadmin.call("dev.listObjects", { prefix: "cover/", orphansOnly: true });
    expect(covers.objects.length).toBeGreaterThan(0);
    expect(covers.objects.filter(({ key, use }) => !key.startsWith("cover/") || use !== "orphan")).toEqual([]);
    const prefix = "test-page/";
    for (let i = 0; i < 101; i++) await putObject(`${prefix}${i}`);
    const first = await superadmin.call("dev.listObjects", { prefix, orphansOnly: false });
    const second = await superadmin.call("dev.listObjects", { prefix, orphansOnly: false, cursor: first.nextCursor ?? "" });
    const keys = [...first.objects, ...second.objects].map(({ key }) => key);
    expect([first.objects.length, new Set(keys).size, second.nextCursor]).toEqual([100, 101, null]);
  });

  it("are added up", async () => {
    const superadmin = await registerSuperadmin();
    const before = await superadmin.call("dev.countObjects", { prefix: "" });
    await putOrphans();
    await putObject("other/thing");
    const after = await superadmin.call("dev.countObjects", { prefix: "" });
    expect(after.count - before.count).toBe(6);
    expect(after.bytes - before.bytes).toBe(30);
    expect(after.orphans - before.orphans).toBe(5);
    expect(after.orphanBytes - before.orphanBytes).toBe(25);
  });

  it("are deleted only if nothing refers to any of them", async () => {
    const superadmin = await registerSuperadmin();
    const [orphans, references] = [await putOrphans(), await putReferences()];
    for (const key of Object.keys(references)) {
      expect(await superadmin.refusal("dev.deleteObjects", { keys: [...orphans, key] })).toBe("object-in-use");
      expect(await env.MEDIA.head(key)).not.toBeNull();
    }
    expect(await superadmin.call("dev.deleteObjects", { keys: [...orphans] })).toEqual({ deleted: 5 });
    for (const key of orphans) expect(await env.MEDIA.head(key)).toBeNull();
  });
});
