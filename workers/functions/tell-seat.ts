import type { RoomInfo } from "#app/domain/room.ts";
import { lobbyObject } from "../lobby/lobby-stub.ts";
import type { SeatChange } from "../room/room-seats.ts";
import { roomObject } from "../room/room-stub.ts";
import type { SignedInContext } from "./define.ts";

/** Tells a room, and the person's own lists, what somebody has become in it; after D1 knows. */
export async function tellSeat(
  { env, waitUntil }: Pick<SignedInContext, "env" | "waitUntil">,
  info: RoomInfo,
  seat: SeatChange,
): Promise<void> {
  await roomObject(env, info.id).seat(info, seat);
  waitUntil(lobbyObject(env).tell({ mine: [seat.userId] }));
}
