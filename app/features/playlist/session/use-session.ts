import { useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { delay } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import { playKey } from "../play-key.ts";

export type SessionView = NonNullable<FunctionValue<"rooms.getSessionSummary">["session"]>;

export type SessionState = {
  /** Undefined until it is loaded. Null if nothing has played. */
  readonly session: SessionView | null | undefined;
  readonly error: ErrorCode | null;
  readonly retry: () => void;
};

/** Skipping through several tracks within this time loads the summary once. */
const SETTLE_MS = 400;

/** The summary of the room's latest session. It is loaded again when another track plays. */
export function useSession(roomId: RoomId, playback: Playback): SessionState {
  const [session, setSession] = useState<SessionView | null>();
  const [error, setError] = useState<ErrorCode | null>(null);
  const [attempts, setAttempts] = useState(0);
  const hasLoaded = useRef(false);

  useLatestLoad({
    key: [roomId, playKey(playback), attempts].join(" "),
    async load(signal) {
      if (hasLoaded.current) await delay(SETTLE_MS, signal);
      return signal.aborted ? null : query("rooms.getSessionSummary", { id: roomId });
    },
    apply(loaded) {
      if (!loaded) return;
      setError(loaded.ok ? null : loaded.error);
      if (!loaded.ok) return;
      hasLoaded.current = true;
      setSession(loaded.value.session);
    },
  });
  return { session, error, retry: () => setAttempts((count) => count + 1) };
}
