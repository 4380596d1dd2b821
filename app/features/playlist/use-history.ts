import { useEffect, useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import { type PlayPages, playOf, withLatest, withOlder } from "./play-pages.ts";

type Failure = { readonly of: "latest" | "older"; readonly error: ErrorCode };
export type PlayView = FunctionValue<"rooms.getHistory">["plays"][number];

/** Who skips through many tracks asks once. */
const PAUSE_MS = 400;

/** What has played in a room, from the latest on; asked for again when something else plays. */
export function useHistory(roomId: RoomId, playback: Playback) {
  const [pages, setPages] = useState<PlayPages<PlayView> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);

  const isKnown = useRef(false);
  const play = playOf(playback);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what plays is a line more; an attempt is another try
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const latest = await query("rooms.getHistory", { id: roomId });
      if (!isCurrent) return;
      setFailure(latest.ok ? null : { of: "latest", error: latest.error });
      if (!latest.ok) return;
      isKnown.current = true;
      setPages((known) => withLatest(known, latest.value));
    };
    const timer = setTimeout(() => void look(), isKnown.current ? PAUSE_MS : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [roomId, play, attempts]);

  async function loadMore(): Promise<void> {
    const beforeMs = pages?.nextBeforeMs ?? null;
    if (beforeMs === null || isBusy) return;
    setBusy(true);
    const older = await query("rooms.getHistory", { id: roomId, beforeMs });
    setBusy(false);
    setFailure(older.ok ? null : { of: "older", error: older.error });
    if (older.ok) setPages((known) => withOlder(known, beforeMs, older.value));
  }

  const retry = () => (failure?.of === "older" ? void loadMore() : setAttempts((count) => count + 1));
  return { pages, error: failure?.error ?? null, isBusy, loadMore, retry };
}
