import { useEffect, useRef } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { importWithRetry } from "#app/lib/import-with-retry.ts";
import { createLatest } from "#app/lib/latest.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { LobbyMessage } from "#app/protocol/lobby-messages.ts";
import type { Favorites } from "#app/server-client/favorites.ts";
import type { LiveQueries } from "#app/server-client/live-queries.client.ts";
import { createLobbyConnection, type LobbyConnection } from "#app/server-client/lobby-connection.ts";
import type { FirstPage, RoomListCache } from "./room-list-cache.ts";
import type { ListedRoom, RoomPagesView } from "./room-pages.ts";

type LiveUpdates = {
  readonly cache: RoomListCache;
  /** From the page's loader, which runs again when the user signs in or out. */
  readonly firstPage: FirstPage;
  readonly view: RoomPagesView;
  readonly favorites: Favorites;
};

const RETRY_MS = 5000;

/**
 * Keeps the lists that are shown up to date: with live queries, and with the numbers of people from the lobby. Loads them again
 * after an error.
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
    const opening = createLatest();
    let live: LiveQueries | null = null;
    const onMessage = ({ rooms }: LobbyMessage) => cache.updateRooms((listed) => withCount(listed, rooms));
    const stop = () => {
      opening.cancel();
      live?.close();
      live = null;
      cache.follow(null);
    };
    // The first results have the numbers of people that changed before the lobby was connected.
    const start = () =>
      void opening
        .run(
          (signal) => importWithRetry(() => import("#app/server-client/live-queries.client.ts"), signal),
          ({ openLiveQueries }) => {
            stop();
            live = openLiveQueries();
            cache.follow(withPendingFavorites(live, () => latestFavorites.current));
          },
        )
        // the build was replaced: the lists stay as they are now until the page is loaded again
        .catch(cache.refresh);
    lobby.current = createLobbyConnection({ onMessage, onConnected: start, onDisconnected: stop });
    return () => {
      lobby.current?.close();
      lobby.current = null;
    };
  }, [cache, firstPage]);

  return lobby;
}

/** Marks that are not stored yet are newer than each result. */
function withPendingFavorites({ subscribe }: LiveQueries, getFavorites: () => Favorites): Pick<LiveQueries, "subscribe"> {
  return {
    subscribe: (path, args, onResult) =>
      subscribe(path, args, (result) => {
        onResult(result);
        getFavorites().showPending();
      }),
  };
}

function withCount(listed: ListedRoom, counts: LobbyMessage["rooms"]): ListedRoom {
  const activeUsers = counts[listed.room._id] ?? listed.activeUsers;
  return activeUsers === listed.activeUsers ? listed : { ...listed, activeUsers };
}

/** The loaded rooms that are not public. The lobby sends updates of these only on request. */
function getRoomsToWatch({ pages }: RoomPagesView): readonly RoomId[] {
  const rooms = [...pages.values()].flat();
  return rooms.flatMap((listed) => (listed && listed.room.visibility !== "public" ? [listed.room._id] : []));
}
