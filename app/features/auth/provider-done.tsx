import { useSearchParams } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { storeIntent } from "#app/app-state/pending-intent.ts";
import { isProvider } from "#app/domain/accounts/provider.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ProviderAuthorizationResult } from "#app/protocol/provider-window.ts";
import { broadcastProviderResult } from "#app/server-client/account/provider-attempt.ts";
import { Note } from "#app/ui/note.tsx";
import { PageCard } from "./page-card.tsx";

/**
 * The last page in a provider's window: reports the outcome to the window that waits, and closes. Its text is for browsers that
 * do not allow a page to close its window.
 */
export function ProviderDone() {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const hasFailed = readOutcome(search)?.result === "failed";

  useEffect(() => {
    // a popup starts with a copy of its opener's session storage; the opener itself carries out the intent
    storeIntent(null);
    const outcome = readOutcome(search);
    if (outcome) broadcastProviderResult(outcome);
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

/** Null if the address does not describe an outcome. */
function readOutcome(search: URLSearchParams): ProviderAuthorizationResult | null {
  const attempt = search.get("attempt");
  const provider = search.get("provider");
  const result = search.get("result");
  const isResult = result === "signed-in" || result === "linked" || result === "failed";
  if (!attempt || !isProvider(provider) || !isResult) return null;
  return { attempt, provider, result, statusMessage: search.get("error") };
}
