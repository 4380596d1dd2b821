import { useCallback, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { addLibraryTracks } from "#app/server-client/add-library-tracks.ts";
import { notify } from "#app/ui/notice-store.ts";
import { type FoundTrack, keyOf } from "./found.ts";
import {
  deselectTracks,
  divideSelection,
  EMPTY_SELECTION,
  extendRange,
  type FoundSelection,
  selectTracks,
  toggleTrack,
} from "./found-selection.ts";
import { importsOf } from "./room-imports.ts";
import type { ServiceSearch } from "./service-search.ts";

type SelectionOptions = {
  readonly roomId: RoomId;
  readonly search: ServiceSearch;
  /** The visible tracks. */
  readonly tracks: readonly FoundTrack[];
  /** The name of the visible collection. Empty without one. */
  readonly collectionTitle: string;
};

/** The selected tracks, and bringing them into the room. */
export function useFoundSelection({ roomId, search, tracks, collectionTitle }: SelectionOptions) {
  const [selection, setSelection] = useState<FoundSelection>(EMPTY_SELECTION);
  const [isBusy, setBusy] = useState(false);
  const bringIn = useBringIn(roomId, search);
  const latestTracks = useLatestRef(tracks);
  const select = useCallback(
    (found: FoundTrack, { isRange }: { readonly isRange: boolean }) =>
      setSelection((now) => (isRange ? extendRange(now, found, latestTracks.current) : toggleTrack(now, found))),
    [latestTracks],
  );
  const sources = divideSelection(selection, tracks);

  return {
    selection,
    sources,
    isBusy,
    select,
    selectAll: (all: readonly FoundTrack[]) => setSelection((now) => selectTracks(now, all)),
    deselectAll: (all: readonly FoundTrack[]) => setSelection((now) => deselectTracks(now, all)),
    clear: () => setSelection(EMPTY_SELECTION),
    async confirm() {
      setBusy(true);
      const visible = new Set(tracks.map(({ track }) => keyOf(track)));
      const isOfCollection = [...selection.tracks.keys()].every((key) => visible.has(key));
      const isDone = await bringIn(sources, isOfCollection ? collectionTitle : "");
      setBusy(false);
      if (isDone) setSelection(EMPTY_SELECTION);
    },
  };
}

/** Adds the tracks of the library and starts to import the others. A notice reports a failure. Returns whether all went well. */
function useBringIn(roomId: RoomId, search: ServiceSearch) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const report = (error: ErrorCode) => {
    notify({ variant: "error", title: errorText(error) });
    return false;
  };
  return async ({ libraryIds, imported }: ReturnType<typeof divideSelection>, title: string): Promise<boolean> => {
    const added = await addLibraryTracks(roomId, libraryIds, search.markHere);
    if (!added.ok) return report(added.error);
    if (imported.length === 0) return true;
    const started = await importsOf(roomId).start({ title, tracks: imported });
    if (!started.ok) return report(started.error);
    notify({ variant: "success", title: t("found.started") });
    return true;
  };
}
