import { useEffect, useState } from "react";
import type { AccountSession } from "#app/backend/account.ts";
import { mutation, query } from "#app/backend/call.ts";
import type { Result } from "#app/domain/result.ts";

/** Where one is signed in: here, then the one used last first. */
export function useSessions() {
  const [sessions, setSessions] = useState<readonly AccountSession[]>([]);
  /** The session that is being ended. */
  const [busy, setBusy] = useState<AccountSession["id"] | "others" | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void query("users.listSessions", {}).then((found) => {
      if (isCurrent && found.ok) setSessions(thisFirst(found.value.sessions));
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  return {
    sessions,
    busy,
    async end(id: AccountSession["id"]): Promise<Result<unknown>> {
      setBusy(id);
      const ended = await mutation("users.endSession", { id });
      setBusy(null);
      // what is gone already is what was wanted
      if (ended.ok || ended.error === "session-gone") setSessions(sessions.filter((session) => session.id !== id));
      return ended;
    },
    async endOthers(): Promise<Result<{ readonly ended: number }>> {
      setBusy("others");
      const done = await mutation("users.endOtherSessions", {});
      setBusy(null);
      if (done.ok) setSessions(sessions.filter((session) => session.isCurrent));
      return done;
    },
  };
}

function thisFirst(sessions: readonly AccountSession[]): readonly AccountSession[] {
  return [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
