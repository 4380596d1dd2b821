import type { ObjectId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { recordOrphan } from "#db/queries/orphaned-objects.ts";
import { updateAvatar } from "#db/queries/profile.ts";
import { newId } from "#workers/crypto/random.ts";
import { avatarDenseKey, avatarKey } from "#workers/media/object-keys.ts";

type StoreContext = { readonly env: Env; readonly db: Db; readonly nowMs: number };

/** A picture at its two sizes; `dense` is the larger one and may be missing. */
export type AvatarPictures = { readonly plain: Uint8Array; readonly dense: Uint8Array | null };

/**
 * Stores a picture, sets it as the user's avatar and returns its path. The objects are recorded as orphaned before they are
 * written, so that an interrupted call leaves nothing behind. Null if the account is deleted.
 */
export async function storeAvatar(
  { env, db, nowMs }: StoreContext,
  userId: UserId,
  pictures: AvatarPictures,
): Promise<string | null> {
  const id = newId<ObjectId>();
  const objects = [
    { key: avatarKey(id), bytes: pictures.plain },
    ...(pictures.dense ? [{ key: avatarDenseKey(id), bytes: pictures.dense }] : []),
  ];
  for (const { key, bytes } of objects) {
    await recordOrphan(db, { key, sinceMs: nowMs, usableBy: null });
    await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: "image/jpeg" } });
  }
  const avatar = `/media/${avatarKey(id)}`;
  const objectKeys = objects.map(({ key }) => key);
  return (await updateAvatar(db, userId, { avatar, objectKeys, nowMs })) ? avatar : null;
}
