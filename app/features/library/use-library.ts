import { useEffect, useState, useSyncExternalStore } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { query } from "#app/server-client/functions.ts";
import { createLibraryList, type LibraryList, type LibraryView } from "./library-list.ts";

/** A search begins when the typing pauses. */
const PAUSE_MS = 200;

type Library = {
  readonly list: LibraryList;
  readonly view: LibraryView;
  /** What stands in the search field. */
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
};

/** The person's library, seen from a room. */
export function useLibrary(roomId: RoomId): Library {
  const [list] = useState(() =>
    createLibraryList((asked, cursor) =>
      query("tracks.list", { roomId, ...(asked !== "" && { query: asked }), ...(cursor !== null && { cursor }) }),
    ),
  );
  const view = useSyncExternalStore(list.subscribe, list.view, list.view);
  const [draft, setDraft] = useState("");
  const wanted = draft.trim();

  useEffect(() => {
    // what is cleared is cleared at once
    const timer = setTimeout(() => list.search(wanted), wanted === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [list, wanted]);

  return { list, view, draft, setDraft };
}
