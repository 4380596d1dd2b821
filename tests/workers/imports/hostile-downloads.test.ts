import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ObjectId, RoomId, UploadId, UserId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { MIB, MINUTE_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { insertUploads, markUploadStarted, reserveDownload } from "#db/queries/uploads.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { createLatch } from "#tests/workers/support/latch.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";
import { readStoredData } from "#tests/workers/support/upload.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import { newId } from "#workers/crypto/random.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { audioKey } from "#workers/media/object-keys.ts";

const LINK = "https://files.example/endless.wav";

/** The files that the server at the link sends: how many are being read, and how many reads were ended by the Worker. */
const files = { opened: 0, canceled: 0 };

beforeEach(() => Object.assign(files, { opened: 0, canceled: 0 }));
afterEach(() => vi.restoreAllMocks());

/** A file without an end, or one that stops sending after `chunks` of a MiB. */
function serveFile(chunks = Number.POSITIVE_INFINITY): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    files.opened += 1;
    let left = chunks;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(MIB)) : new Promise<void>(() => undefined)),
        cancel: () => {
          files.canceled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { "Content-Type": "audio/wav" } });
  });
}

async function openRoom(bindings?: Cloudflare.Env) {
  const user = await registerUser();
  const { id: roomId } = await user.call("rooms.create", { name: "Downloads" });
  const client = createClient({ cookie: await createSessionCookie(user), bindings });
  return { user, roomId, importLink: () => client.post(`/api/rooms/${roomId}/links`, { link: LINK }) };
}

async function readOutcome(response: Response): Promise<LinkImportUpdate> {
  const lines = (await response.text()).trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as LinkImportUpdate;
}

/** Bindings in which a person may store little, and the largest sum of the parts that were stored at once. */
function limitStorage(gigabytes: number) {
  const stored = { bytes: 0 };
  const media = new Proxy(env.MEDIA, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "resumeMultipartUpload") return typeof value === "function" ? value.bind(target) : value;
      return (key: string, id: string) => {
        const multipart = target.resumeMultipartUpload(key, id);
        return {
          uploadPart: (number: number, part: Uint8Array) => {
            stored.bytes += part.byteLength;
            return multipart.uploadPart(number, part);
          },
          abort: () => multipart.abort(),
        };
      };
    },
  });
  return { stored, bindings: replaceBindings({ MEDIA: media, STORAGE_GB_PER_PERSON: String(gigabytes) }) };
}

describe("downloads from a link", () => {
  it("at the same time store no more than the person may store, and leave nothing behind", async () => {
    const before = await readStoredData();
    const quotaBytes = 30_000_000;
    const { stored, bindings } = limitStorage(quotaBytes / 1e9);
    const { importLink } = await openRoom(bindings);
    serveFile();
    const outcomes = await Promise.all([1, 2, 3].map(async () => readOutcome(await importLink())));
    expect(stored.bytes).toBeLessThanOrEqual(quotaBytes);
    expect(stored.bytes).toBeGreaterThan(0);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ type: "failed", code: "storage-full" });
    expect(files).toEqual({ opened: 3, canceled: 3 });
    expect(await readStoredData()).toEqual(before);
  });

  it("count as stored while they arrive, and cannot be resumed by a browser", async () => {
    const { user, roomId, importLink } = await openRoom();
    serveFile(9);
    const response = await importLink();
    const row = () => env.DB.prepare("SELECT size_bytes FROM uploads WHERE room_id = ?").bind(roomId).first("size_bytes");
    await expect.poll(row).toBe(8 * MIB);
    expect((await user.call("uploads.list", { roomId })).uploads).toEqual([]);
    await response.body?.cancel();
    await expect.poll(row).toBeNull();
  });

  it("cannot be resumed by a browser before their first byte is stored", async () => {
    const [reached, released] = [createLatch(), createLatch()];
    const media = new Proxy(env.MEDIA, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== "createMultipartUpload") return typeof value === "function" ? value.bind(target) : value;
        return async (key: string) => {
          reached.release();
          await released.released;
          return target.createMultipartUpload(key);
        };
      },
    });
    const { user, roomId, importLink } = await openRoom(replaceBindings({ MEDIA: media }));
    serveFile(1);
    const response = await importLink();
    await reached.released;
    const row = () => env.DB.prepare("SELECT size_bytes FROM uploads WHERE room_id = ?").bind(roomId).first("size_bytes");
    expect(await row()).toBe(0);
    expect((await user.call("uploads.list", { roomId })).uploads).toEqual([]);
    released.release();
    await response.body?.cancel();
    await expect.poll(row).toBeNull();
  });

  it.each([1, 9])("end soon after their client has gone away, with what is stored of %i MiB", async (chunks) => {
    const before = await readStoredData();
    const { importLink } = await openRoom();
    serveFile(chunks);
    const responses = await Promise.all([importLink(), importLink()]);
    const parts = Math.floor((chunks * MIB) / uploadLimits.partBytes);
    await expect.poll(async () => (await readStoredData()).parts).toBe(before.parts + 2 * parts);
    await expect.poll(() => files.opened).toBe(2);
    for (const { body } of responses) await body?.cancel();
    await expect.poll(() => files.canceled).toBe(2);
    await expect.poll(readStoredData).toEqual(before);
  });

  it("are refused while as many of the person run as may, and not those of others", async () => {
    const [one, other] = [await openRoom(), await openRoom()];
    serveFile(1);
    const running = await Promise.all(Array.from({ length: importLimits.downloadsAtOnce }, one.importLink));
    expect(await readOutcome(await one.importLink())).toMatchObject({ type: "failed", code: "too-many-downloads" });
    running.push(await other.importLink());
    await expect.poll(() => files.opened).toBe(importLimits.downloadsAtOnce + 1);
    for (const { body } of running) await body?.cancel();
    await expect.poll(() => files.canceled).toBe(running.length);
  });
});

describe("a download that was cut off", () => {
  async function cutOff(roomId: RoomId, userId: UserId) {
    const [id, audioObject] = [newId<UploadId>(), newId<ObjectId>()];
    const db = createDb(env.DB);
    const quota = { uploads: 10, bytes: 10 * MIB, tracks: 1000 };
    const files = [{ id, audioObject, fileName: "a.wav", sizeBytes: 0 }];
    await insertUploads(db, { userId, roomId, createdAtMs: Date.now(), files }, quota);
    const multipart = await env.MEDIA.createMultipartUpload(audioKey(audioObject));
    await markUploadStarted(db, id, { sha256: null, multipartId: multipart.uploadId });
    await reserveDownload(db, { id, userId }, { sizeBytes: 8 * MIB, quota });
    const isThere = async () =>
      (await env.DB.prepare("SELECT 1 FROM uploads WHERE id = ?").bind(id).first()) !== null ||
      (await multipart.uploadPart(1, new Uint8Array(1)).then(
        () => true,
        () => false,
      ));
    return isThere;
  }

  it("is removed by the sweep after the start of the server, or once it has taken longer than any may", async () => {
    const { user, roomId } = await openRoom();
    const userId = await readUserId(user);
    const [first, second] = [await cutOff(roomId, userId), await cutOff(roomId, userId)];
    await sweep(env, Date.now() + 30 * MINUTE_MS);
    expect([await first(), await second()]).toEqual([true, true]);
    await sweep(env, Date.now() + 36 * MINUTE_MS);
    expect([await first(), await second()]).toEqual([false, false]);
    const third = await cutOff(roomId, userId);
    await sweep(env, Date.now() + 1, { isAfterStart: true });
    expect(await third()).toBe(false);
  });
});
