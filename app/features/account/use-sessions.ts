import { useCallback, useEffect, useState } from "react";
import { ok, type Result } from "#app/domain/result.ts";
import type { AccountSession } from "#app/server-client/account/account.ts";
import { mutation, query } from "#app/server-client/functions.ts";

type Ending = AccountSession["id"] | "others";
const NONE: ReadonlySet<never> = new Set();

/** Where one is signed in: here, then the one used last first. @param asked another number looks again */
export function useSessions(asked: number) {
  /** Null: not known yet. */
  const [listed, setListed] = useState<readonly AccountSession[] | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const [retries, setRetries] = useState(0);
  /** What is being ended, and what has been: a list that was read before may still hold it. */
  const [busy, setBusy] = useState<ReadonlySet<Ending>>(NONE);
  const [ended, setEnded] = useState<ReadonlySet<Ending>>(NONE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking once more is another question
  useEffect(() => {
    let isCurrent = true;
    setUnknown(false);
    void query("users.listSessions", {}).then((found) => {
      if (!isCurrent) return;
      if (found.ok) setListed(thisFirst(found.value.sessions));
      else setUnknown(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [asked, retries]);

  /** Several can be under way at once. */
  const during = useCallback(async <Value>(ending: Ending, request: Promise<Result<Value>>) => {
    setBusy((now) => new Set(now).add(ending));
    const result = await request;
    setBusy((now) => new Set([...now].filter((one) => one !== ending)));
    return result;
  }, []);

  return {
    sessions: listed?.filter(({ id }) => !ended.has(id)) ?? null,
    isUnknown,
    busy,
    lookAgain: () => setRetries(retries + 1),
    async end(id: AccountSession["id"]): Promise<Result<unknown>> {
      const done = await during(id, mutation("users.endSession", { id }));
      // what is gone already is what was wanted
      if (!done.ok && done.error !== "session-gone") return done;
      setEnded((now) => new Set(now).add(id));
      return ok(null);
    },
    async endOthers(): Promise<Result<{ readonly ended: number }>> {
      const done = await during("others", mutation("users.endOtherSessions", {}));
      if (done.ok) setListed((now) => now?.filter(({ isCurrent }) => isCurrent) ?? null);
      return done;
    },
  };
}

function thisFirst(sessions: readonly AccountSession[]): readonly AccountSession[] {
  return [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
