import { useStore } from "#app/lib/use-store.ts";
import { NO_RECENT_ROOMS, type RecentRooms, recentRooms } from "./recent-rooms.ts";

/** Empty on the server and until the page is hydrated. */
export function useRecentRooms(): RecentRooms {
  return useStore(recentRooms, NO_RECENT_ROOMS);
}
