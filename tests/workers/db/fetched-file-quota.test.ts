import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { ObjectId, UploadId, UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { findUpload, insertUploads, readStoredBytes, reserveDownload } from "#db/queries/uploads.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { newId } from "#workers/crypto/random.ts";

const MB = 1_000_000;

it("files that are fetched at the same time do not exceed the storage of a person", async () => {
  const { id: roomId } = await createRoomWithTracks({ tracks: 0 });
  const db = createDb(env.DB);
  const room = await env.DB.prepare("SELECT owner_id FROM rooms WHERE id = ?").bind(roomId).first<{ owner_id: UserId }>();
  if (!room) throw new Error("no room");
  const userId = room.owner_id;
  const quota = { uploads: 10, tracks: 10, bytes: 2 * MB };
  const ids = [1, 2, 3].map(() => newId<UploadId>());
  // a fetch begins without knowing its size
  const files = ids.map((id) => ({ id, audioObject: newId<ObjectId>(), fileName: "a.mp3", sizeBytes: 0 }));
  expect(await insertUploads(db, { userId, roomId, createdAtMs: 0, files }, quota)).toBe(true);
  const reserve = (sizeBytes: number) =>
    Promise.all(ids.map((id) => reserveDownload(db, { id, userId }, { sizeBytes, quota })));
  // the size of an upload counts once, however often it grows
  expect(await reserve(MB / 2)).toEqual([true, true, true]);
  expect((await reserve(MB)).filter(Boolean)).toHaveLength(1);
  const sizes = await Promise.all(ids.map(async (id) => (await findUpload(db, id, userId))?.sizeBytes));
  expect(sizes.sort()).toEqual([MB / 2, MB / 2, MB].sort());
  expect(await readStoredBytes(db, userId)).toBe(2 * MB);
});
