import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { z } from "zod";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomSort } from "#app/domain/room/room-sort.ts";
import { isRoomCursor, type RoomCursor, toRoomCursor } from "#db/queries/room-list.ts";
import type { RoomRow } from "#db/queries/rooms.ts";

// The opaque text by which a client names the last room of a page: base64url of JSON.

/** The number of values depends on the order, which is the first of them. */
const cursorSchema = z
  .tuple([z.string().max(20)])
  .rest(z.union([z.string().max(1000), z.number().min(0).max(Number.MAX_SAFE_INTEGER)]));

/** @param room the last room of a page */
export function encodeRoomCursor(room: RoomRow, sort: RoomSort): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([sort, ...toRoomCursor(room, sort)])));
}

/** Refuses a text that is not the cursor of a list in this order. */
export function decodeRoomCursor(text: string, sort: RoomSort): Result<RoomCursor> {
  try {
    const [ofSort, ...values] = cursorSchema.parse(JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(text))));
    return ofSort === sort && isRoomCursor(values, sort) ? ok(values) : fail("invalid-arguments");
  } catch {
    return fail("invalid-arguments");
  }
}
