import { useEffect, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useStore } from "#app/lib/use-store.ts";
import { query } from "#app/server-client/functions.ts";
import { createLibraryList, type LibraryList, type LibraryView } from "./library-list.ts";

/** A search starts this long after the last key press. */
const SEARCH_DELAY_MS = 200;

type Library = {
  readonly list: LibraryList;
  readonly view: LibraryView;
  /** The text of the search field. */
  readonly searchText: string;
  readonly setSearchText: (text: string) => void;
};

/** The user's library. The room decides which tracks are marked as already added. */
export function useLibrary(roomId: RoomId): Library {
  const [list] = useState(() =>
    createLibraryList(({ query: search, cursor }) =>
      query("tracks.list", { roomId, ...(search !== "" && { query: search }), ...(cursor !== null && { cursor }) }),
    ),
  );
  const view = useStore(list.view);
  const [searchText, setSearchText] = useState("");
  const search = searchText.trim();

  useEffect(() => {
    // an empty field shows the whole library at once
    const timer = setTimeout(() => list.search(search), search === "" ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [list, search]);

  return { list, view, searchText, setSearchText };
}
