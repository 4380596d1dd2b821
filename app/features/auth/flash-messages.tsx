import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { openDialog } from "#app/app-state/dialogs.ts";
import { FLASH_MESSAGE_KEYS, readAuthMessage, useRemoveSearchParams } from "#app/app-state/flash-messages.ts";
import { readIntent } from "#app/app-state/pending-intent.ts";
import { isProvider, PROVIDER_NAMES } from "#app/domain/accounts/provider.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { notify } from "#app/ui/notice-store.ts";

/**
 * Shows the messages in the address and removes them from it. For guests, `?showAuth=true` opens the sign-in dialog (SPEC §2),
 * and so does an `error` that interrupted a pending intent; the dialog shows the error. Everything else becomes a notice. The
 * sign-in pages show their messages themselves.
 */
export function FlashMessages() {
  const { t } = useTranslation(["auth", "account"]);
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const isGuest = useUser() === null;
  const removeParams = useRemoveSearchParams();
  const isShownByPage = pathname === "/auth/done" || (isGuest && pathname === "/auth");

  useEffect(() => {
    if (isShownByPage) return;
    const message = readAuthMessage(search);
    const intent = message && readIntent();
    if (isGuest && (intent || search.get("showAuth") === "true")) {
      openDialog({ name: "sign-in", tab: "login", ...(intent && { intent }), ...(message && { message }) });
    } else if (message) {
      notify({ variant: "error", title: authErrorText(message, isGuest ? "login-failed" : "internal", errorText).text });
    } else {
      const title = readSuccessText(t, search);
      if (title) notify({ variant: "success", title });
    }
    removeParams(FLASH_MESSAGE_KEYS);
  }, [isShownByPage, isGuest, search, errorText, t, removeParams]);

  return null;
}

/** The text for `?success=…`. Null without a known value. */
function readSuccessText(t: Translate<readonly ["auth", "account"]>, search: URLSearchParams): string | null {
  const success = search.get("success");
  if (success === "profile-updated") return t("account:profile.saved");
  const provider = search.get("provider");
  if (!isProvider(provider)) return null;
  const name = { provider: PROVIDER_NAMES[provider] };
  if (success === "provider-linked") return t("auth:providerLinked", name);
  return success === "provider-unlinked" ? t("account:links.wasUnlinked", name) : null;
}
