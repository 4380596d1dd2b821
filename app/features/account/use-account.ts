import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { broadcastAccountChange } from "#app/server-client/account/account-changes.ts";
import { query } from "#app/server-client/functions.ts";

type OwnAccount = {
  /** Null: not known yet. */
  readonly account: Account | null;
  readonly error: ErrorCode | null;
  /** How often it has been looked at anew. */
  readonly asked: number;
  /** Looks again. */
  readonly reload: () => void;
  /** It has changed here: the header, and the other windows, follow. */
  readonly changed: () => void;
};

/** One's own account, beyond what every page knows of it. */
export function useAccount({ email }: SessionUser): OwnAccount {
  const revalidator = useRevalidator();
  const latest = useRef(revalidator);
  latest.current = revalidator;
  const [asked, setAsked] = useState(0);
  const [account, setAccount] = useState<Account | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking once more is another question
  useEffect(() => {
    let isCurrent = true;
    void query("users.getCurrentUser", { email }).then((found) => {
      if (!isCurrent) return;
      if (found.ok) setAccount(found.value);
      setError(found.ok ? null : found.error);
    });
    return () => {
      isCurrent = false;
    };
  }, [email, asked]);

  const reload = useCallback(() => setAsked((count) => count + 1), []);
  const changed = useCallback(() => {
    latest.current.revalidate();
    broadcastAccountChange();
    reload();
  }, [reload]);
  return { account, error, asked, reload, changed };
}
