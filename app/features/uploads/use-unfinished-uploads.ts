import { useCallback, useEffect, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { listUnfinishedUploads } from "./announced-uploads.ts";
import { retryRequest } from "./retry-request.ts";

type UnfinishedUploads = { readonly count: number; readonly reload: () => void };

/**
 * Counts the user's interrupted uploads in a room. Counts again on `reload`, and while there are any also when the number
 * of tracks changes: another device may be continuing them.
 */
export function useUnfinishedUploads(roomId: RoomId, canAdd: boolean, trackCount: number): UnfinishedUploads {
  const [count, setCount] = useState(0);
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(() => setReloads((before) => before + 1), []);
  const watchedTrackCount = count > 0 ? trackCount : 0;
  useLatestLoad({
    key: canAdd ? `${roomId} ${reloads} ${watchedTrackCount}` : null,
    load: (signal) => retryRequest(() => listUnfinishedUploads(roomId), signal),
    apply(listed) {
      // after an error the count stays until the next load
      if (listed.ok) setCount(listed.value.length);
    },
  });
  useEffect(() => {
    if (!canAdd) setCount(0);
  }, [canAdd]);
  return { count, reload };
}
