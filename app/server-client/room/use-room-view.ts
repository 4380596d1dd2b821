import { useStore } from "#app/lib/use-store.ts";
import type { RoomConnection } from "./room-connection.ts";
import type { RoomView } from "./room-view.ts";

export function useRoomView(connection: RoomConnection): RoomView {
  return useStore(connection.view);
}
