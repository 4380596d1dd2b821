import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useStore } from "#app/lib/use-store.ts";
import { OFFLINE_PATH } from "#app/protocol/service-worker.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { keepChatDraftsOf } from "./chat-storage.ts";
import { keepRecentRoomsOf, NO_RECENT_ROOMS, type RecentRooms, recentRooms } from "./recent-rooms.ts";

/** Empty on the server and until the page is hydrated. */
export function useRecentRooms(): RecentRooms {
  return useStore(recentRooms, NO_RECENT_ROOMS);
}

/** Forgets the rooms and the chat drafts of a person who has signed out, and of one who uses this browser no longer. */
export function useRecentRoomsOwner(): void {
  const userId = useUser()?.id ?? null;
  // the offline page belongs to no person
  const isOffline = useLocation().pathname === OFFLINE_PATH;
  useEffect(() => {
    if (isOffline) return;
    keepRecentRoomsOf(userId);
    keepChatDraftsOf(userId);
  }, [isOffline, userId]);
}
