import type { ObjectId } from "#app/domain/ids.ts";
import type { ParsedObjectKey } from "#db/queries/object-uses.ts";

// The keys of stored objects in R2, by kind. A key is written once; its content never changes.

export const audioKey = (id: ObjectId): string => `audio/${id}`;
/** The seek map of an audio object, if its format needs one. */
export const seekMapKey = (id: ObjectId): string => `map/${id}`;
export const coverKey = (id: ObjectId): string => `cover/${id}`;
/** A profile picture, 64 pixels wide. `users.avatar` holds its address, which is `/media/` and this key. */
export const avatarKey = (id: ObjectId): string => `avatar/${id}`;
/** The same picture for screens with a high pixel density. */
export const avatarDenseKey = (id: ObjectId): string => `avatar/${id}-256`;

const KEY = /^(audio|map|cover|avatar)\/([a-z2-7]{16})(-256)?$/;

/** The kind of an object and the id that rows refer to it by. `kind` is null for a key that none of these functions makes. */
export function parseObjectKey(key: string): ParsedObjectKey {
  const [, kind, id = "", density] = KEY.exec(key) ?? [];
  const isKnown = kind !== undefined && (density === undefined || kind === "avatar");
  // the pattern allows these kinds only
  return { key, kind: isKnown ? (kind as ParsedObjectKey["kind"]) : null, id };
}
