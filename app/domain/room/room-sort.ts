/** The sort orders of a room list (§9). `lively` sorts rooms with people in them first, then the newest. */
export const ROOM_SORTS = ["lively", "newest", "oldest", "name", "name-reverse"] as const;
export type RoomSort = (typeof ROOM_SORTS)[number];
