import { useRouteLoaderData } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { useProvider } from "#app/server-client/account/provider-window.ts";
import { Button } from "#app/ui/button.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { ForgotForm } from "./forgot-form.tsx";
import { LoginFields } from "./login-fields.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { AuthErrorNote } from "./refusal-note.tsx";
import { RegisterFields } from "./register-fields.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** What of it is shown. */
export type AuthView = "login" | "register" | "forgot" | "sent";

export const AUTH_TITLES = { login: "welcome", register: "join", forgot: "forgotTitle", sent: "sentTitle" } as const;

type AuthFormProps = {
  readonly view: AuthView;
  readonly onView: (view: AuthView) => void;
  /** What has gone wrong before. */
  readonly news: AuthMessage | null;
  /** A page has a heading; a dialog is called so already. */
  readonly hasHeading: boolean;
  readonly onSignedIn: () => void;
};

/** All ways in: with a password, by another account, as somebody new, and when the password is forgotten. */
export function AuthForm({ view, onView, news, hasHeading, onSignedIn }: AuthFormProps) {
  const { t } = useTranslation("auth");
  const providers = useOfferedProviders();
  const tab = view === "register" ? "register" : "login";
  const whole = useRef<HTMLDivElement>(null);
  // Enter in a field leaves the focus at the button
  const onRefused = () => {
    const password = whole.current?.querySelector<HTMLInputElement>("input[name=password]");
    password?.focus();
    password?.select();
  };
  const form = useAuthForm(tab, news, { onSignedIn, onRefused });
  const visit = useProvider({ purpose: "sign-in", onDone: onSignedIn, onFailed: form.refuse });
  const isForgotten = view === "forgot" || view === "sent";
  useFocusOnReturn(whole, isForgotten);
  const sent = useFocusInvalid(form.errors);

  if (isForgotten) {
    return (
      <ForgotForm
        isSent={view === "sent"}
        account={form.login.emailOrUsername}
        onAccount={(emailOrUsername) => form.setLogin({ ...form.login, emailOrUsername })}
        hasHeading={hasHeading}
        onSent={() => onView("sent")}
        onBack={() => onView("login")}
      />
    );
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const show = (next: AuthView) => {
    // what is sent is answered where it was asked
    if (form.isBusy) return;
    // nothing there would tell that somebody is waited for
    if (next === "forgot") visit.cancel();
    form.forgetRefusals();
    onView(next);
  };
  const title = t(AUTH_TITLES[view]);
  return (
    <div ref={whole} className="grid gap-4.5">
      {hasHeading ? (
        <h2 className="text-sheet font-bold">{title}</h2>
      ) : (
        <p aria-hidden className="text-sheet font-bold">
          {title}
        </p>
      )}
      <form ref={sent} noValidate onSubmit={submit} className="grid gap-4.5">
        <Tabs
          variant="segmented"
          isWide
          tabs={[
            { id: "login", label: t("signIn") },
            { id: "register", label: t("register") },
          ]}
          selected={tab}
          onSelect={show}
        >
          <div className="grid gap-4.5">
            {tab === "login" ? (
              <LoginFields value={form.login} onChange={form.setLogin} onForgot={() => show("forgot")} />
            ) : (
              <RegisterFields
                value={form.registration}
                onChange={form.setRegistration}
                errors={form.errors}
                onErrors={form.setErrors}
              />
            )}
            {form.refusal !== null && <AuthErrorNote>{form.refusal}</AuthErrorNote>}
            <Button type="submit" variant="primary" size="lg" isWide isBusy={form.isBusy}>
              {tab === "login" ? t("signIn") : t("register")}
            </Button>
          </div>
        </Tabs>
      </form>
      <ProviderButtons
        providers={providers}
        visit={{
          ...visit,
          start: (provider) => {
            form.forgetRefusals();
            visit.start(provider);
          },
        }}
      />
    </div>
  );
}

/** What led back has gone: the first field is where one goes on. */
function useFocusOnReturn(whole: RefObject<HTMLElement | null>, isAway: boolean): void {
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) whole.current?.querySelector("input")?.focus();
    wasAway.current = isAway;
  }, [whole, isAway]);
}

function useOfferedProviders(): readonly Provider[] {
  return useRouteLoaderData<{ readonly providers: readonly Provider[] }>("root")?.providers ?? [];
}
