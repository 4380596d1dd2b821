import { useMemo } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { createFavorites, type Favorites } from "#app/server-client/favorites.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { RoomListCache } from "./room-list-cache.ts";

/** The visitor's marks, on all lists that this browser keeps. */
export function useFavorites(shelf: RoomListCache, viewerId: UserId | null): Favorites {
  const errorText = useErrorText();
  return useMemo(
    () =>
      createFavorites({
        toggle: async (roomId) =>
          viewerId ? mutation("rooms.toggleFavorite", { roomId, userId: viewerId }) : { ok: false, error: "login-required" },
        show: (roomId, isFavorite) =>
          shelf.change((listed) =>
            listed.room._id === roomId && listed.isFavorite !== isFavorite ? { ...listed, isFavorite } : listed,
          ),
        // lists of favorites have one more or less
        onDone: shelf.refresh,
        onRefused: (error) => notify({ variant: "error", title: errorText(error) }),
      }),
    [shelf, viewerId, errorText],
  );
}
