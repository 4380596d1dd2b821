import { useLocation, useSearchParams } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { openDialog } from "#app/app-state/dialogs.ts";
import { FLASH_MESSAGE_KEYS, readAuthMessage, useRemoveSearchParams } from "#app/app-state/flash-messages.ts";
import { readIntent } from "#app/app-state/pending-intent.ts";
import { isProvider, PROVIDER_NAMES } from "#app/domain/accounts/provider.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { notify } from "#app/ui/notice-store.ts";

/**
 * Does what an address asks for: `/?showAuth=true` opens the sign-in (SPEC §2), which tells of an `error` beside it, and
 * so does an `error` for whoever wanted something else by signing in. Elsewhere a notice tells; the pages for signing in
 * do so themselves.
 */
export function PageNote() {
  const { t } = useTranslation(["auth", "account"]);
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const isGuest = useUser() === null;
  const forget = useRemoveSearchParams();
  const isElsewhere = pathname === "/auth/done" || (isGuest && pathname === "/auth");

  useEffect(() => {
    if (isElsewhere) return;
    const news = readAuthMessage(search);
    const intent = news && readIntent();
    if (isGuest && (intent || search.get("showAuth") === "true")) {
      openDialog({ name: "sign-in", tab: "login", ...(intent && { intent }), ...(news && { news }) });
    } else if (news) {
      notify({ variant: "error", title: authErrorText(news, isGuest ? "login-failed" : "internal", errorText).text });
    } else {
      const title = successText(t, search);
      if (title) notify({ variant: "success", title });
    }
    forget(FLASH_MESSAGE_KEYS);
  }, [isElsewhere, isGuest, search, errorText, t, forget]);

  return null;
}

/** What `?success=…` stands for. */
function successText(t: TFunction<["auth", "account"]>, search: URLSearchParams): string | null {
  const success = search.get("success");
  if (success === "profile-updated") return t("account:profile.saved");
  const provider = search.get("provider");
  if (!isProvider(provider)) return null;
  const name = { provider: PROVIDER_NAMES[provider] };
  if (success === "provider-linked") return t("auth:providerLinked", name);
  return success === "provider-unlinked" ? t("account:links.wasUnlinked", name) : null;
}
