import { lobbyObject } from "../lobby/lobby-stub.ts";
import type { RoomNews } from "../room/room-news.ts";
import type { SeatChange } from "../room/room-seats.ts";
import { roomObject } from "../room/room-stub.ts";
import type { SignedInContext } from "./define.ts";

/** Tells a room, and the person's own lists, what somebody has become in it; after D1 knows. */
export async function tellSeat(
  { env, waitUntil }: Pick<SignedInContext, "env" | "waitUntil">,
  news: RoomNews,
  seat: SeatChange,
): Promise<void> {
  await roomObject(env, news.info.id).seat(news, seat);
  waitUntil(lobbyObject(env).tell({ mine: [seat.userId] }));
}
