import { useCallback, useEffect, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";

type Unfinished = { readonly count: number; readonly look: () => void };

/**
 * How many files of the visitor's are not finished in this room, and nobody on this page is busy with; asked anew by
 * `look`, and when a track comes: another device of theirs may be busy with them.
 */
export function useUnfinished(roomId: RoomId, canAdd: boolean, trackCount: number): Unfinished {
  const [count, setCount] = useState(0);
  const watched = count > 0 ? trackCount : 0;
  const [looks, setLooks] = useState(0);
  const look = useCallback(() => setLooks((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look is another question
  useEffect(() => {
    if (!canAdd) return setCount(0);
    let isCurrent = true;
    const ask = async () => {
      const { listUnfinished } = await import("./announcements.ts");
      const answer = await listUnfinished(roomId);
      // what could not be asked is asked when they come again
      if (isCurrent && answer.ok) setCount(answer.value.length);
    };
    ask().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [roomId, canAdd, looks, watched]);
  return { count, look };
}
