import { useState } from "react";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";
import { query } from "#app/server-client/functions.ts";

/** The consequences of deleting the account. `plan` is null until it is loaded. */
export function useRemovalPlan() {
  const [plan, setPlan] = useState<RemovalPlan | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [retryCount, setRetryCount] = useState(0);

  useLatestLoad({
    key: retryCount,
    load: () => {
      setFailed(false);
      return query("users.planRemoval", {});
    },
    apply: (loaded) => {
      if (loaded.ok) setPlan(loaded.value);
      else setFailed(true);
    },
  });

  return { plan, hasFailed, retry: () => setRetryCount(retryCount + 1) };
}
