import { useMemo } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { fail } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { createFavorites, type Favorites } from "#app/server-client/favorites.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { RoomListCache } from "./room-list-cache.ts";

/** The user's favorite rooms, marked in all cached lists. */
export function useFavorites(cache: RoomListCache, viewerId: UserId | null): Favorites {
  const errorText = useErrorText();
  return useMemo(
    () =>
      createFavorites({
        store: async (roomId, isFavorite) =>
          viewerId ? mutation("rooms.toggleFavorite", { roomId, userId: viewerId, isFavorite }) : fail("login-required"),
        show: (roomId, isFavorite) =>
          cache.updateRooms((listed) =>
            listed.room._id === roomId && listed.isFavorite !== isFavorite ? { ...listed, isFavorite } : listed,
          ),
        onRefused: (error) => notify({ variant: "error", title: errorText(error) }),
      }),
    [cache, viewerId, errorText],
  );
}
