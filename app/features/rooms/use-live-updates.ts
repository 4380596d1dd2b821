import { useEffect, useRef } from "react";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { LobbyMessage } from "#app/protocol/lobby-messages.ts";
import type { Favorites } from "#app/server-client/favorites.ts";
import { createLobbyConnection, type LobbyConnection } from "#app/server-client/lobby-connection.ts";
import type { RoomListCache } from "./room-list-cache.ts";
import type { ListedRoom, RoomPagesView } from "./room-pages.ts";

type LiveUpdates = {
  readonly cache: RoomListCache;
  readonly viewerId: UserId | null;
  readonly view: RoomPagesView;
  readonly favorites: Favorites;
};

/** Spreads the requests of many pages. A change is still visible within two seconds. */
const JITTER_MS = 800;
const RETRY_MS = 5000;

/** Keeps the cached lists up to date through the lobby, and loads them again after an error. */
export function useLiveUpdates({ cache, viewerId, view, favorites }: LiveUpdates): void {
  const lobby = useLobby(cache, viewerId, favorites);

  const watchedRooms = getRoomsToWatch(view).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined ids change only with the rooms, the connection with the user
  useEffect(() => lobby.current?.watch(getRoomsToWatch(view)), [watchedRooms, viewerId]);

  useEffect(() => {
    window.addEventListener("online", cache.refresh);
    return () => window.removeEventListener("online", cache.refresh);
  }, [cache]);

  const hasError = view.error !== null;
  useEffect(() => {
    if (!hasError) return;
    const timer = setInterval(cache.refresh, RETRY_MS);
    return () => clearInterval(timer);
  }, [hasError, cache]);
}

function useLobby(cache: RoomListCache, viewerId: UserId | null, favorites: Favorites) {
  const lobby = useRef<LobbyConnection | null>(null);
  const latestFavorites = useLatestRef(favorites);

  // The server identifies the user when the socket opens, so another user needs another socket.
  // biome-ignore lint/correctness/useExhaustiveDependencies: connects again when the user changes
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        cache.refresh();
      }, Math.random() * JITTER_MS);
    };
    const onMessage = (message: LobbyMessage) => {
      if (message.type === "counts") return cache.updateRooms((listed) => withCount(listed, message.rooms));
      if (message.type === "favorite") latestFavorites.current.receive(message.roomId, message.isFavorite);
      refreshSoon();
    };
    const connection = createLobbyConnection({ onMessage, onConnected: cache.refresh });
    lobby.current = connection;
    return () => {
      clearTimeout(timer);
      connection.close();
      lobby.current = null;
    };
  }, [cache, viewerId]);

  return lobby;
}

function withCount(listed: ListedRoom, counts: Extract<LobbyMessage, { type: "counts" }>["rooms"]): ListedRoom {
  const activeUsers = counts[listed.room._id] ?? listed.activeUsers;
  return activeUsers === listed.activeUsers ? listed : { ...listed, activeUsers };
}

/** The loaded rooms that are not public. The lobby sends updates of these only on request. */
function getRoomsToWatch({ pages }: RoomPagesView): readonly RoomId[] {
  const rooms = [...pages.values()].flat();
  return rooms.flatMap((listed) => (listed && listed.room.visibility !== "public" ? [listed.room._id] : []));
}
