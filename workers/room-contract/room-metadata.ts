import type { RoomInfo } from "#app/domain/room/room.ts";
import type { Epochs } from "#db/queries/rooms.ts";

/** What the directory says of a room, and when in the order of its changes it said so: what is slow is not believed. */
export type RoomMetadata = { readonly info: RoomInfo; readonly epochs: Epochs };
