import type { SignedInContext } from "#workers/functions/define.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomNews } from "#workers/room-contract/room-metadata.ts";
import type { SeatChange } from "#workers/room-object/connection-access.ts";

/**
 * Tells a room, and the people's own lists, what they have become in it; after D1 knows. It goes on where the caller has
 * hung up; where it fails all the same, the room finds out by itself at its next look.
 */
export async function tellSeat(
  { env, waitUntil }: Pick<SignedInContext, "env" | "waitUntil">,
  news: RoomNews,
  change: SeatChange,
): Promise<void> {
  const telling = roomObject(env, news.info.id).seat(news, change);
  waitUntil(telling.catch(() => undefined));
  waitUntil(lobbyObject(env).tell({ mine: change.seats.map(({ userId }) => userId) }));
  await telling;
}
