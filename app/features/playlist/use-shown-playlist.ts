import { useMemo, useRef, useState } from "react";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { isWhole, type PlaylistQuery, viewPlaylist, WHOLE_PLAYLIST } from "#app/domain/playlist/playlist-view.ts";

/** What somebody looks at of the playlist: theirs alone, and none of the room's business. */
export type ShownPlaylist = {
  readonly entries: Playlist;
  readonly query: PlaylistQuery;
  readonly choose: (change: Partial<PlaylistQuery>) => void;
  /** All of it, as it stands. */
  readonly isWhole: boolean;
};

export function useShownPlaylist(playlist: Playlist): ShownPlaylist {
  const [query, setQuery] = useState(WHOLE_PLAYLIST);
  const former = useRef<Playlist>([]);
  const entries = useMemo(() => viewPlaylist(playlist, query, former.current), [playlist, query]);
  former.current = entries;
  return {
    entries,
    query,
    choose: (change) => setQuery((last) => ({ ...last, ...change })),
    isWhole: isWhole(query),
  };
}
