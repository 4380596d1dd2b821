import { useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { closeDialog, closeSignIn, dismissSignIn, openDialog, useOpenDialog } from "#app/app-state/dialogs.ts";
import { useClearStaleIntent, useIntent } from "#app/app-state/pending-intent.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import { useLocalUser } from "#app/server-client/account/local-user.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { useFocusTrail } from "#app/ui/focus-trail.ts";
import { Notices } from "#app/ui/notices.tsx";
import { ScrollToTop } from "#app/ui/scroll-to-top.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadSignIn = () => withAreaTexts("account", import("#app/features/auth/sign-in-dialog.tsx"));
const loadFlashMessages = () => withAreaTexts("account", import("#app/features/auth/flash-messages.tsx"));
const loadAccount = () => withAreaTexts("account", import("#app/features/account/account-dialog.tsx"));

/** Wraps each page, and adds the dialogs and the notices. */
export function PageFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  useHiddenAttribute();
  useFocusTrail();
  return (
    <>
      <SkipLink to="content" label={t("skipToContent")} />
      {children}
      <Dialogs />
      <LazyFlashMessages />
      <ScrollToTop />
      <Notices />
    </>
  );
}

/** Marks a hidden page, where the style sheet pauses animations. */
function useHiddenAttribute(): void {
  useEffect(() => {
    const update = () => document.documentElement.toggleAttribute("data-hidden", document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
}

/** Handles `?error=`, `?success=` and `?showAuth=true`. */
function LazyFlashMessages() {
  const [search] = useSearchParams();
  const hasMessage = search.has("error") || search.has("success") || search.has("showAuth");
  const messages = useLazy(loadFlashMessages, hasMessage);
  return hasMessage && messages && <messages.FlashMessages />;
}

/** The dialogs that any feature may open. */
function Dialogs() {
  const dialog = useOpenDialog();
  const user = useUser();
  const isSignedIn = user !== null;
  useLocalUser(user);
  useClearStaleIntent();
  useEffect(() => {
    if (isSignedIn) closeSignIn();
  }, [isSignedIn]);
  useIntent("see-account", { run: () => openDialog({ name: "account" }) });
  const isSignInOpen = dialog?.name === "sign-in" && !isSignedIn;
  const isAccountOpen = dialog?.name === "account";
  const signIn = useLazy(loadSignIn, isSignInOpen, dismissSignIn);
  const account = useLazy(loadAccount, isAccountOpen, closeDialog);
  return (
    <>
      {isSignInOpen && signIn && (
        <signIn.SignInDialog
          tab={dialog.tab}
          purpose={dialog.intent?.to ?? null}
          message={dialog.message ?? null}
          onDismiss={dismissSignIn}
          onSignedIn={closeSignIn}
        />
      )}
      {isAccountOpen && account && <account.AccountDialog user={user} onClose={closeDialog} />}
    </>
  );
}
