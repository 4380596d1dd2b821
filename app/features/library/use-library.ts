import { useEffect, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useStore } from "#app/lib/use-store.ts";
import { query } from "#app/server-client/functions.ts";
import { createLibraryList, type LibraryList, type LibraryView } from "./library-list.ts";

/** A search starts this long after the last key press. */
const SEARCH_DELAY_MS = 200;

export type Library = {
  readonly list: LibraryList;
  readonly view: LibraryView;
  /** The text of the search field. */
  readonly searchText: string;
  readonly setSearchText: (text: string) => void;
  /** Whether the list is limited to the tracks that the user has saved. */
  readonly isSavedOnly: boolean;
  readonly setSavedOnly: (isSavedOnly: boolean) => void;
};

/** The user's library. The room decides which tracks are marked as already added. */
export function useLibrary(roomId: RoomId): Library {
  const [list] = useState(() =>
    createLibraryList(({ query: search, isSavedOnly: saved, cursor }) =>
      query("tracks.list", { roomId, saved, ...(search !== "" && { query: search }), ...(cursor !== null && { cursor }) }),
    ),
  );
  const view = useStore(list.view);
  const [searchText, setSearchText] = useState("");
  const [isSavedOnly, setSavedOnly] = useState(false);
  const search = searchText.trim();

  useEffect(() => {
    // an empty field shows the whole library at once
    const timer = setTimeout(() => list.search(search, { isSavedOnly }), search === "" ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [list, search, isSavedOnly]);

  return { list, view, searchText, setSearchText, isSavedOnly, setSavedOnly };
}
