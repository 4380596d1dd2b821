import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/backend/dialogs.ts";
import { NOTE_KEYS, newsIn, useForgetInAddress } from "#app/backend/page-notes.ts";
import { useUser } from "#app/backend/use-user.ts";
import { isProvider, PROVIDER_NAMES } from "#app/domain/provider.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { notify } from "#app/ui/notice-store.ts";
import { refusalText } from "./refusal-text.ts";

/**
 * Does what an address asks for: `/?showAuth=true` opens the sign-in (SPEC §2), which tells of an `error` beside it.
 * Elsewhere a notice tells; the pages for signing in do so themselves.
 */
export function PageNote() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const isGuest = useUser() === null;
  const forget = useForgetInAddress();
  const isElsewhere = pathname === "/auth/done" || (isGuest && pathname === "/auth");

  useEffect(() => {
    if (isElsewhere) return;
    const news = newsIn(search);
    const provider = search.get("provider");
    if (isGuest && search.get("showAuth") === "true") {
      openDialog({ name: "sign-in", tab: "login", ...(news && { news }) });
    } else if (news) {
      notify({ variant: "error", title: refusalText(news, "login-failed", errorText).text });
    } else if (search.get("success") === "provider-linked" && isProvider(provider)) {
      notify({ variant: "success", title: t("providerLinked", { provider: PROVIDER_NAMES[provider] }) });
    }
    forget(NOTE_KEYS);
  }, [isElsewhere, isGuest, search, errorText, t, forget]);

  return null;
}
