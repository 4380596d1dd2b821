import { useCallback, useEffect, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type ListedUpload, listUnfinishedUploads } from "./announced-uploads.ts";
import { retryRequest } from "./retry-request.ts";

export type UnfinishedCounts = {
  /** The number of all unfinished uploads of an earlier visit. */
  readonly count: number;
  /** The number of those that wait for a choice between duplicates. The others were interrupted. */
  readonly waitingCount: number;
};

type UnfinishedUploads = { readonly unfinished: UnfinishedCounts; readonly reload: () => void };

const NONE: UnfinishedCounts = { count: 0, waitingCount: 0 };

/**
 * Counts the user's unfinished uploads in a room. Counts again on `reload`, and while there are any also when the number
 * of tracks changes: another device may be continuing them.
 */
export function useUnfinishedUploads(roomId: RoomId, canAdd: boolean, trackCount: number): UnfinishedUploads {
  const [unfinished, setUnfinished] = useState(NONE);
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(() => setReloads((before) => before + 1), []);
  const watchedTrackCount = unfinished.count > 0 ? trackCount : 0;
  useLatestLoad({
    key: canAdd ? `${roomId} ${reloads} ${watchedTrackCount}` : null,
    load: (signal) => retryRequest(() => listUnfinishedUploads(roomId), signal),
    apply(listed) {
      // after an error the counts stay until the next load
      if (listed.ok) setUnfinished(countUnfinished(listed.value));
    },
  });
  useEffect(() => {
    if (!canAdd) setUnfinished(NONE);
  }, [canAdd]);
  return { unfinished, reload };
}

function countUnfinished(uploads: readonly ListedUpload[]): UnfinishedCounts {
  return { count: uploads.length, waitingCount: uploads.filter(({ isAwaitingChoice }) => isAwaitingChoice).length };
}
