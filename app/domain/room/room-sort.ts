/** How a list of rooms may be ordered (§9); `lively`: where somebody is now first, then the newest. */
export const ROOM_SORTS = ["lively", "newest", "oldest", "name", "name-reverse"] as const;
export type RoomSort = (typeof ROOM_SORTS)[number];
