import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { type Allowed, clearLimit, countAgainstLimits, type LimitKey, refundLimit } from "./rate-limit.ts";

/** An attempt to enter a room by its password. Members enter without it, so these limits cannot lock them out. */
type RoomPasswordAttempt = { readonly roomId: RoomId; readonly address: string };

/** Counts an attempt and returns whether it is allowed. It must be called before the password is verified, which is costly. */
export function allowRoomPasswordAttempt(db: Db, attempt: RoomPasswordAttempt, nowMs: number): Promise<Allowed> {
  const { addressAndRoom, address, room, addressTotal } = roomPasswordKeys(attempt);
  return countAgainstLimits(db, [addressAndRoom, address, room, addressTotal], nowMs);
}

/** Called after a correct password, which no longer counts as a wrong one. It still counts towards the address's total. */
export async function clearRoomPasswordAttempt(db: Db, attempt: RoomPasswordAttempt): Promise<void> {
  const { addressAndRoom, address, room } = roomPasswordKeys(attempt);
  await clearLimit(db, addressAndRoom);
  await refundLimit(db, address);
  await refundLimit(db, room);
}

function roomPasswordKeys({ roomId, address }: RoomPasswordAttempt) {
  return {
    addressAndRoom: { limit: "room-password/address-and-room", subject: `${address}:${roomId}` },
    address: { limit: "room-password/address", subject: address },
    room: { limit: "room-password/room", subject: roomId },
    addressTotal: { limit: "room-password/address-total", subject: address },
  } satisfies Record<string, LimitKey>;
}
