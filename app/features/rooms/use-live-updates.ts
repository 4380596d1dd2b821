import { useEffect, useRef } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { LobbyMessage } from "#app/protocol/lobby-messages.ts";
import type { Favorites } from "#app/server-client/favorites.ts";
import { type LiveQueries, openLiveQueries } from "#app/server-client/live-queries.ts";
import { createLobbyConnection, type LobbyConnection } from "#app/server-client/lobby-connection.ts";
import type { FirstPage, RoomListCache } from "./room-list-cache.ts";
import type { RoomPagesView } from "./room-pages.ts";
import { withActivity } from "./with-activity.ts";

type LiveUpdates = {
  readonly cache: RoomListCache;
  /** From the page's loader, which runs again when the user signs in or out. */
  readonly firstPage: FirstPage;
  readonly view: RoomPagesView;
  readonly favorites: Favorites;
};

const RETRY_MS = 5000;

/**
 * Keeps the lists that are shown up to date: with live queries, and with people and tracks from the lobby. Loads them again after
 * an error.
 */
export function useLiveUpdates({ cache, firstPage, view, favorites }: LiveUpdates): void {
  const lobby = useLobby(cache, firstPage, favorites);

  const watchedRooms = getRoomsToWatch(view).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined ids change only with the rooms, the connection with the user
  useEffect(() => lobby.current?.watch(getRoomsToWatch(view)), [watchedRooms, firstPage]);

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

function useLobby(cache: RoomListCache, firstPage: FirstPage, favorites: Favorites) {
  const lobby = useRef<LobbyConnection | null>(null);
  const latestFavorites = useLatestRef(favorites);

  // The server identifies the session when the live queries connect, so another session needs another connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: connects again when the session changes
  useEffect(() => {
    let live: LiveQueries | null = null;
    const onMessage = ({ rooms }: LobbyMessage) => cache.updateRooms((listed) => withActivity(listed, rooms));
    const stop = () => {
      live?.close();
      live = null;
      cache.follow(null);
    };
    // The first results have the people and tracks that changed before the lobby was connected.
    const start = () => {
      stop();
      live = openLiveQueries();
      cache.follow(withPendingFavorites(live, () => latestFavorites.current));
    };
    lobby.current = createLobbyConnection({ onMessage, onConnected: start, onDisconnected: stop });
    return () => {
      lobby.current?.close();
      lobby.current = null;
    };
  }, [cache, firstPage]);

  return lobby;
}

/** Marks that are not stored yet are newer than each result. */
export function withPendingFavorites(
  { subscribe }: LiveQueries,
  getFavorites: () => Favorites,
): Pick<LiveQueries, "subscribe"> {
  return {
    subscribe: (path, args, onResult) =>
      subscribe(path, args, (result) => {
        onResult(result);
        getFavorites().showPending();
      }),
  };
}

/** The loaded rooms that are not public. The lobby sends updates of these only on request. */
export function getRoomsToWatch({ pages }: RoomPagesView): readonly RoomId[] {
  const rooms = [...pages.values()].flat();
  return rooms.flatMap((listed) => (listed && listed.room.visibility !== "public" ? [listed.room._id] : []));
}
