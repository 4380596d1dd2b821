import type { ObjectId } from "#app/domain/ids.ts";

/** What R2 holds, by kind. A key is written once and never changes what it stands for. */
export const audioKey = (id: ObjectId): string => `audio/${id}`;
/** The seek map of an audio object, where its format needs one. */
export const mapKey = (id: ObjectId): string => `map/${id}`;
export const coverKey = (id: ObjectId): string => `cover/${id}`;
/** A face, 64 pixels wide, and the same for dense screens; at the address that a person's row has behind `/media/`. */
export const avatarKey = (id: ObjectId): string => `avatar/${id}`;
export const avatarDenseKey = (id: ObjectId): string => `avatar/${id}-256`;
