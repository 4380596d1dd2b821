import { useMemo, useRef, useState } from "react";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import {
  DEFAULT_PLAYLIST_QUERY,
  isPlaylistOrder,
  type PlaylistQuery,
  viewPlaylist,
} from "#app/domain/playlist/playlist-view.ts";

/** The playlist as this user searches and sorts it. It is local to this page. */
export type PlaylistView = {
  readonly entries: Playlist;
  readonly query: PlaylistQuery;
  readonly changeQuery: (change: Partial<PlaylistQuery>) => void;
  /** True when the entries are the entire playlist in its own order. */
  readonly isPlaylistOrder: boolean;
};

export function usePlaylistView(playlist: Playlist): PlaylistView {
  const [query, setQuery] = useState(DEFAULT_PLAYLIST_QUERY);
  const previousEntries = useRef<Playlist>([]);
  const entries = useMemo(() => viewPlaylist(playlist, query, previousEntries.current), [playlist, query]);
  previousEntries.current = entries;
  return {
    entries,
    query,
    changeQuery: (change) => setQuery((current) => ({ ...current, ...change })),
    isPlaylistOrder: isPlaylistOrder(query),
  };
}
