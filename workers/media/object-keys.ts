import type { ObjectId } from "#app/domain/ids.ts";

// The keys of stored objects in R2, by kind. A key is written once; its content never changes.

export const audioKey = (id: ObjectId): string => `audio/${id}`;
/** The seek map of an audio object, if its format needs one. */
export const seekMapKey = (id: ObjectId): string => `map/${id}`;
export const coverKey = (id: ObjectId): string => `cover/${id}`;
/** A profile picture, 64 pixels wide. `users.avatar` holds its address, which is `/media/` and this key. */
export const avatarKey = (id: ObjectId): string => `avatar/${id}`;
/** The same picture for screens with a high pixel density. */
export const avatarDenseKey = (id: ObjectId): string => `avatar/${id}-256`;
