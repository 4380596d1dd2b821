import { useNavigate } from "@remix-run/react";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { Favorites } from "#app/server-client/favorites.ts";
import type { RoomList } from "./use-room-list.ts";

/** Completes what a guest started on the home page once they have signed in. */
export function useHomeIntents(list: RoomList, favorites: Favorites): void {
  const navigate = useNavigate();
  useIntent("favorite", { run: ({ roomId }) => void favorites.mark(roomId, true) });
  useIntent("see-my-rooms", { run: () => list.changeQuery({ tab: "mine" }) });
  useIntent("create-room", { run: () => navigate("/rooms/new") });
}
