import { useEffect, useState } from "react";
import { type FunctionValue, query } from "#app/backend/call.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback.ts";
import { type PlayPages, withLatest, withOlder } from "./play-pages.ts";

export type ShownPlay = FunctionValue<"rooms.getHistory">["plays"][number];

/** What has played in a room, from the latest on; asked for again when something else plays. */
export function useHistory(roomId: RoomId, playback: Playback) {
  const [pages, setPages] = useState<PlayPages<ShownPlay> | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what plays is a line more; an attempt is another try
  useEffect(() => {
    let isCurrent = true;
    query("rooms.getHistory", { id: roomId }).then((latest) => {
      if (!isCurrent) return;
      setError(latest.ok ? null : latest.error);
      if (latest.ok) setPages((known) => withLatest(known, latest.value));
    });
    return () => {
      isCurrent = false;
    };
  }, [roomId, playback, attempts]);

  async function loadMore(): Promise<void> {
    const beforeMs = pages?.nextBeforeMs ?? null;
    if (beforeMs === null || isBusy) return;
    setBusy(true);
    const older = await query("rooms.getHistory", { id: roomId, beforeMs });
    setBusy(false);
    setError(older.ok ? null : older.error);
    if (older.ok) setPages((known) => withOlder(known, beforeMs, older.value));
  }

  const retry = () => (pages?.nextBeforeMs ? void loadMore() : setAttempts((count) => count + 1));
  return { pages, error, isBusy, loadMore, retry };
}
