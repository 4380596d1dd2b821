import { useState } from "react";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { addLibraryTracks } from "#app/server-client/add-library-tracks.ts";
import { notify } from "#app/ui/notice-store.ts";

type Progress = { readonly done: number; readonly total: number };

type AddTracks = {
  /** Null while no tracks are being added. */
  readonly progress: Progress | null;
  /** Returns the tracks that were added: after an error, those before it. */
  readonly addTracks: (ids: readonly TrackId[]) => Promise<ReadonlySet<TrackId>>;
};

/** Adds library tracks to the end of the room's playlist, in the given order. */
export function useAddTracks(roomId: RoomId): AddTracks {
  const errorText = useErrorText();
  const [progress, setProgress] = useState<Progress | null>(null);

  const addTracks = async (ids: readonly TrackId[]) => {
    let added: ReadonlySet<TrackId> = new Set();
    setProgress({ done: 0, total: ids.length });
    const result = await addLibraryTracks(roomId, ids, (next) => {
      added = next;
      setProgress({ done: next.size, total: ids.length });
    });
    if (!result.ok) notify({ variant: "error", title: errorText(result.error) });
    setProgress(null);
    return added;
  };

  return { progress, addTracks };
}
