import { useState } from "react";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { chunk } from "#app/lib/chunk.ts";
import { mutation } from "#app/server-client/functions.ts";
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
    const added = new Set<TrackId>();
    setProgress({ done: 0, total: ids.length });
    for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
      const result = await mutation("playlist.add", { roomId, trackIds });
      if (!result.ok) {
        notify({ variant: "error", title: errorText(result.error) });
        break;
      }
      for (const id of trackIds) added.add(id);
      setProgress({ done: added.size, total: ids.length });
    }
    setProgress(null);
    return added;
  };

  return { progress, addTracks };
}
