import { useSearchParams } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { storeIntent } from "#app/app-state/pending-intent.ts";
import { isProvider } from "#app/domain/accounts/provider.ts";
import type { ProviderOutcome } from "#app/protocol/provider-window.ts";
import { tellOutcome } from "#app/server-client/account/provider-window.ts";
import { Note } from "#app/ui/note.tsx";
import { PageCard } from "./page-card.tsx";

/** Where a provider's window ends: it tells the one that waits, and closes. What is seen is for where it may not. */
export function ProviderDone() {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const outcome = readOutcome(search);
  const hasFailed = outcome?.result === "failed";

  useEffect(() => {
    // a window starts with a copy of what was meant in the other, where it will be done
    storeIntent(null);
    const outcome = readOutcome(search);
    if (outcome) tellOutcome(outcome);
    window.close();
  }, [search]);

  return (
    <PageCard>
      <Note tone={hasFailed ? "danger" : "live"} icon={hasFailed ? <CircleAlert /> : <CircleCheck />} role="status">
        {t(hasFailed ? "doneFailed" : "done")}
      </Note>
    </PageCard>
  );
}

function readOutcome(search: URLSearchParams): ProviderOutcome | null {
  const attempt = search.get("attempt");
  const provider = search.get("provider");
  const result = search.get("result");
  const isKnown = result === "signed-in" || result === "linked" || result === "failed";
  return attempt && isProvider(provider) && isKnown ? { attempt, provider, result, statusMessage: search.get("error") } : null;
}
