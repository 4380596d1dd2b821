import type { FunctionValue } from "#workers/functions/registry.ts";

/** What lists of rooms are made of. */
export type RoomPage = FunctionValue<"rooms.getPublicRoomsWithAuthors">;
export type RoomSummary = RoomPage["rooms"][number];
