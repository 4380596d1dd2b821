import { useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { delay } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import { appendOlder, type HistoryPages, mergeLatest, playKey } from "./history-pages.ts";

type Failure = { readonly page: "latest" | "older"; readonly error: ErrorCode };
export type PlayView = FunctionValue<"rooms.getHistory">["plays"][number];

/** Skipping through several tracks within this time loads the history once. */
const SETTLE_MS = 400;

/** The history of a room, newest first. It is loaded again when another track plays. */
export function useHistory(roomId: RoomId, playback: Playback) {
  const [pages, setPages] = useState<HistoryPages<PlayView> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const hasLoaded = useRef(false);

  useLatestLoad({
    key: [roomId, playKey(playback), attempts].join(" "),
    async load(signal) {
      if (hasLoaded.current) await delay(SETTLE_MS, signal);
      return signal.aborted ? null : query("rooms.getHistory", { id: roomId });
    },
    apply(latest) {
      if (!latest) return;
      setFailure(latest.ok ? null : { page: "latest", error: latest.error });
      if (!latest.ok) return;
      hasLoaded.current = true;
      setPages((loaded) => mergeLatest(loaded, latest.value));
    },
  });

  async function loadMore(): Promise<void> {
    const beforeMs = pages?.nextBeforeMs ?? null;
    if (beforeMs === null || isLoadingMore) return;
    setLoadingMore(true);
    const older = await query("rooms.getHistory", { id: roomId, beforeMs });
    setLoadingMore(false);
    setFailure(older.ok ? null : { page: "older", error: older.error });
    if (older.ok) setPages((loaded) => appendOlder(loaded, beforeMs, older.value));
  }

  const retry = () => (failure?.page === "older" ? void loadMore() : setAttempts((count) => count + 1));
  return { pages, error: failure?.error ?? null, isLoadingMore, loadMore, retry };
}
