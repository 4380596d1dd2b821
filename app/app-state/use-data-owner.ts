import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { OFFLINE_PATH } from "#app/protocol/service-worker.ts";
import { keepDataOf } from "#app/server-client/account/account-data.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { keepChatDraftsOf } from "./chat-storage.ts";
import { keepRecentRoomsOf } from "./recent-rooms.ts";

/** Removes what a person who has signed out, or who uses this browser no longer, has left in it. */
export function useDataOwner(): void {
  const userId = useUser()?.id ?? null;
  // the offline page belongs to no person
  const isOffline = useLocation().pathname === OFFLINE_PATH;
  useEffect(() => {
    if (isOffline) return;
    keepRecentRoomsOf(userId);
    keepChatDraftsOf(userId);
    keepDataOf(userId);
  }, [isOffline, userId]);
}
