import type { ObjectId } from "#app/domain/ids.ts";

/** What R2 holds, by kind. A key is written once and never changes what it stands for. */
export const audioKey = (id: ObjectId): string => `audio/${id}`;
/** The seek map of an audio object, where its format needs one. */
export const mapKey = (id: ObjectId): string => `map/${id}`;
export const coverKey = (id: ObjectId): string => `cover/${id}`;
