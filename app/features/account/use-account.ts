import { useRevalidator } from "@remix-run/react";
import { useCallback, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useLatestLoad, useLatestRef } from "#app/lib/use-latest.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { broadcastAccountChange } from "#app/server-client/account/account-changes.ts";
import { query } from "#app/server-client/functions.ts";

export type AccountState = {
  /** Null until it is loaded. */
  readonly account: Account | null;
  readonly error: ErrorCode | null;
  /** The number of reloads that were requested. */
  readonly reloadCount: number;
  readonly reload: () => void;
  /** Reloads after a change, and updates the page's header and the other windows. */
  readonly publishChange: () => void;
};

/** The signed-in user's account, with the details that `SessionUser` leaves out. */
export function useAccount({ email }: SessionUser): AccountState {
  const revalidator = useLatestRef(useRevalidator());
  const [reloadCount, setReloadCount] = useState(0);
  const [account, setAccount] = useState<Account | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);

  useLatestLoad({
    key: `${email} ${reloadCount}`,
    load: () => query("users.getCurrentUser", { email }),
    apply: (loaded) => {
      if (loaded.ok) setAccount(loaded.value);
      setError(loaded.ok ? null : loaded.error);
    },
  });

  const reload = useCallback(() => setReloadCount((count) => count + 1), []);
  const publishChange = useCallback(() => {
    revalidator.current.revalidate();
    broadcastAccountChange();
    reload();
  }, [revalidator, reload]);
  return { account, error, reloadCount, reload, publishChange };
}
