import type { ObjectId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { recordOrphans } from "#db/queries/orphaned-objects.ts";
import { updateAvatar } from "#db/queries/profile.ts";
import { newId } from "#workers/crypto/random.ts";
import { avatarDenseKey, avatarKey } from "#workers/media/object-keys.ts";

type Store = { readonly env: Env; readonly db: Db; readonly nowMs: number };

/** The picture at its two sizes; the larger one may be missing. */
export type AvatarPictures = { readonly plain: Uint8Array; readonly dense: Uint8Array | null };

/** Stores somebody's face and gives its address; each is written down as loose before it is there. Null: they exist no more. */
export async function storeAvatar({ env, db, nowMs }: Store, userId: UserId, pictures: AvatarPictures): Promise<string | null> {
  const id = newId<ObjectId>();
  const objects = [
    { key: avatarKey(id), bytes: pictures.plain },
    ...(pictures.dense ? [{ key: avatarDenseKey(id), bytes: pictures.dense }] : []),
  ];
  for (const { key, bytes } of objects) {
    await recordOrphans(db, key, nowMs);
    await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: "image/jpeg" } });
  }
  const avatar = `/media/${avatarKey(id)}`;
  const kept = objects.map(({ key }) => key);
  return (await updateAvatar(db, userId, { avatar, kept, nowMs })) ? avatar : null;
}
