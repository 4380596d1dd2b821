import { useCallback, useState } from "react";
import { ok, type Result } from "#app/domain/result.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import type { AccountSession } from "#app/server-client/account/account.ts";
import { mutation, query } from "#app/server-client/functions.ts";

type SessionId = AccountSession["id"];
/** The target of a request: one session, or all except the current one. */
type EndTarget = SessionId | "others";

const NONE: ReadonlySet<never> = new Set();

/**
 * The sessions of the signed-in user: the session of this browser first, then the most recently used.
 * @param reloadCount a new value loads the list again
 */
export function useSessions(reloadCount: number) {
  const { sessions, setSessions, hasFailed, retry } = useSessionList(reloadCount);
  const { pending, track } = usePendingRequests();
  // a list that was read before a session ended may still contain it
  const [ended, setEnded] = useState<ReadonlySet<SessionId>>(NONE);

  return {
    /** Null until they are loaded. */
    sessions: sessions?.filter(({ id }) => !ended.has(id)) ?? null,
    hasFailed,
    retry,
    pending,
    async end(id: SessionId): Promise<Result<unknown>> {
      const result = await track(id, mutation("users.endSession", { id }));
      // a session that has already ended counts as a success
      if (!result.ok && result.error !== "session-not-found") return result;
      setEnded((current) => new Set(current).add(id));
      return ok(null);
    },
    async endOthers(): Promise<Result<{ readonly ended: number }>> {
      const result = await track("others", mutation("users.endOtherSessions", {}));
      if (result.ok) setSessions((current) => current?.filter(({ isCurrent }) => isCurrent) ?? null);
      return result;
    },
  };
}

function useSessionList(reloadCount: number) {
  const [sessions, setSessions] = useState<readonly AccountSession[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [retryCount, setRetryCount] = useState(0);

  useLatestLoad({
    key: `${reloadCount} ${retryCount}`,
    load: () => {
      setFailed(false);
      return query("users.listSessions", {});
    },
    apply: (listed) => {
      if (listed.ok) setSessions(toCurrentFirst(listed.value.sessions));
      else setFailed(true);
    },
  });

  return { sessions, setSessions, hasFailed, retry: () => setRetryCount(retryCount + 1) };
}

/** The targets of the pending requests. Several may be pending at once. */
function usePendingRequests() {
  const [pending, setPending] = useState<ReadonlySet<EndTarget>>(NONE);
  const track = useCallback(async <Value>(target: EndTarget, request: Promise<Result<Value>>) => {
    setPending((current) => new Set(current).add(target));
    const result = await request;
    setPending((current) => new Set([...current].filter((one) => one !== target)));
    return result;
  }, []);
  return { pending, track };
}

function toCurrentFirst(sessions: readonly AccountSession[]): readonly AccountSession[] {
  return [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
