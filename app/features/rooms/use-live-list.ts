import { useEffect, useRef } from "react";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { LobbyMessage } from "#app/protocol/lobby-messages.ts";
import type { Favorites } from "#app/server-client/favorites.ts";
import { createLobbyConnection, type Lobby } from "#app/server-client/lobby.ts";
import type { RoomListCache } from "./room-list-cache.ts";
import type { RoomPagesView } from "./room-pages.ts";

type LiveList = {
  readonly shelf: RoomListCache;
  readonly viewerId: UserId | null;
  readonly view: RoomPagesView;
  readonly favorites: Favorites;
};

/** Not all pages ask at once, and each still shows what is new within two seconds. */
const JITTER_MS = 800;
const RETRY_MS = 5000;

/** Keeps lists as they are now: by the lobby's news, and by asking again where a question has failed. */
export function useLiveList({ shelf, viewerId, view, favorites }: LiveList): void {
  const lobby = useRef<Lobby | null>(null);
  const latest = useRef(favorites);
  latest.current = favorites;

  // whose news come is settled when the socket opens: another visitor, another socket
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the visitor alone
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        shelf.refresh();
      }, Math.random() * JITTER_MS);
    };
    const onMessage = (message: LobbyMessage) => {
      if (message.type === "counts") return shelf.change(withCounts(message.rooms));
      if (message.type === "favorite") latest.current.hear(message.roomId, message.isFavorite);
      refreshSoon();
    };
    const opened = createLobbyConnection({ onMessage, onUp: shelf.refresh });
    lobby.current = opened;
    return () => {
      clearTimeout(timer);
      opened.close();
      lobby.current = null;
    };
  }, [shelf, viewerId]);

  const watched = unlisted(view).join();
  useEffect(() => lobby.current?.watch(watched === "" ? [] : (watched.split(",") as RoomId[])), [watched]);

  useEffect(() => {
    window.addEventListener("online", shelf.refresh);
    return () => window.removeEventListener("online", shelf.refresh);
  }, [shelf]);

  const isFailing = view.error !== null;
  useEffect(() => {
    if (!isFailing) return;
    const timer = setInterval(shelf.refresh, RETRY_MS);
    return () => clearInterval(timer);
  }, [isFailing, shelf]);
}

function withCounts(counts: Extract<LobbyMessage, { type: "counts" }>["rooms"]): Parameters<RoomListCache["change"]>[0] {
  return (listed) => {
    const activeUsers = counts[listed.room._id] ?? listed.activeUsers;
    return activeUsers === listed.activeUsers ? listed : { ...listed, activeUsers };
  };
}

/** Rooms that the lobby would not tell everyone of. */
function unlisted({ pages }: RoomPagesView): readonly RoomId[] {
  const rooms = [...pages.values()].flat();
  return rooms.flatMap((one) => (one && one.room.visibility !== "public" ? [one.room._id] : []));
}
