import { useRouteLoaderData } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { useProviderAuthorization } from "#app/server-client/account/provider-window.ts";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { type AuthFormState, useAuthForm } from "./use-auth-form.ts";
import { type AuthPurpose, useAuthTitle } from "./use-auth-title.ts";

/** `forgot` requests a mail with a reset link; `sent` confirms that one was requested. */
export type AuthView = "login" | "register" | "forgot" | "sent";

type AuthFormProps = {
  readonly view: AuthView;
  readonly onView: (view: AuthView) => void;
  /** Named in the title. Null for a sign-in without a particular purpose. */
  readonly purpose: AuthPurpose | null;
  /** Why an earlier sign-in failed. */
  readonly message: AuthMessage | null;
  /** False in a dialog, which already has the title as its accessible name. */
  readonly hasHeading: boolean;
  readonly onSignedIn: () => void;
};

/** Sign-in with a password or a provider, registration, and the request of a password reset. */
export function AuthForm({ view, onView, purpose, message, hasHeading, onSignedIn }: AuthFormProps) {
  const title = useAuthTitle(view, purpose);
  const providers = useOfferedProviders();
  const container = useRef<HTMLDivElement>(null);
  const tab = view === "register" ? "register" : "login";
  const form = useAuthForm(tab, message, { onSignedIn, onRefused: () => selectPassword(container) });
  const authorization = useProviderAuthorization({ purpose: "sign-in", onDone: onSignedIn, onFailed: form.showMessage });
  const isForgotten = view === "forgot" || view === "sent";
  useFocusOnReturn(container, isForgotten);
  if (isForgotten) return <ForgottenPassword form={form} view={view} onView={onView} hasHeading={hasHeading} />;

  const changeView = (next: AuthView) => {
    // the result of a pending request must appear in the view it was sent from
    if (form.isBusy) return;
    // the reset view does not show that a provider's window is open
    if (next === "forgot") authorization.cancel();
    form.clearErrors();
    onView(next);
  };
  const startAuthorization = (provider: Provider) => {
    form.clearErrors();
    authorization.start(provider);
  };
  return (
    <div ref={container} className="grid gap-4.5">
      <AuthHeading title={title} isHeading={hasHeading} />
      <CredentialsForm tab={tab} form={form} onView={changeView} />
      <ProviderButtons providers={providers} authorization={{ ...authorization, start: startAuthorization }} />
    </div>
  );
}

type ForgottenPasswordProps = Pick<AuthFormProps, "view" | "onView" | "hasHeading"> & { readonly form: AuthFormState };

/** Shares the email or username with the login tab. */
function ForgottenPassword({ form: { login, setLogin }, view, onView, hasHeading }: ForgottenPasswordProps) {
  return (
    <ForgotForm
      isSent={view === "sent"}
      account={login.emailOrUsername}
      onAccount={(emailOrUsername) => setLogin({ ...login, emailOrUsername })}
      hasHeading={hasHeading}
      onSent={() => onView("sent")}
      onBack={() => onView("login")}
    />
  );
}

/** Moves the focus back to the password: after a submission with Enter it is on the button. */
function selectPassword(container: RefObject<HTMLElement | null>): void {
  const password = container.current?.querySelector<HTMLInputElement>("input[name=password]");
  password?.focus();
  password?.select();
}

/** On return from the reset view the "back" button has disappeared, so the first field takes the focus, or on touch the tab. */
function useFocusOnReturn(container: RefObject<HTMLElement | null>, isAway: boolean): void {
  const wasAway = useRef(isAway);
  useEffect(() => {
    const target = isTouchScreen() ? "[role=tab][aria-selected=true]" : "input";
    if (wasAway.current && !isAway) container.current?.querySelector<HTMLElement>(target)?.focus();
    wasAway.current = isAway;
  }, [container, isAway]);
}

function useOfferedProviders(): readonly Provider[] {
  return useRouteLoaderData<{ readonly providers: readonly Provider[] }>("root")?.providers ?? [];
}
