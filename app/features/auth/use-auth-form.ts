import { useState } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { type AccountField, type Registration, registrationErrors } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { AuthRefusal } from "#app/server-client/account/auth-request.ts";
import { logIn, register } from "#app/server-client/account/session.ts";
import type { Login } from "./login-fields.tsx";

export type FieldErrors = Partial<Record<AccountField, ErrorCode | undefined>>;

const NO_REGISTRATION: Registration = { name: "", username: "", email: "", password: "" };

type Outcome = {
  readonly onSignedIn: () => void;
  /** No field is to blame, or nobody may know which. */
  readonly onRefused: () => void;
};

/** What is typed to sign in or up, and what comes of sending it. */
export function useAuthForm(tab: "login" | "register", news: AuthMessage | null, { onSignedIn, onRefused }: Outcome) {
  const errorText = useErrorText();
  const [login, setLogin] = useState<Login>({ emailOrUsername: "", password: "" });
  const [registration, setRegistration] = useState(NO_REGISTRATION);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState(() => news && authErrorText(news, "login-failed", errorText).text);
  const [isBusy, setBusy] = useState(false);

  const send = async (request: () => Promise<Result<SessionUser, AuthRefusal>>, fallback: ErrorCode) => {
    setBusy(true);
    setRefusal(null);
    const result = await request();
    setBusy(false);
    if (result.ok) return onSignedIn();
    const { field, statusMessage } = result.error;
    const { text, code } = authErrorText({ statusMessage, provider: null }, fallback, errorText);
    if (field && code) return setErrors({ [field]: code });
    setRefusal(text);
    onRefused();
  };

  const submit = () => {
    if (tab === "login") {
      const isFilled = login.emailOrUsername.trim() !== "" && login.password !== "";
      if (!isFilled) return setRefusal(errorText("all-fields-required"));
      return void send(() => logIn(login.emailOrUsername, login.password), "login-failed");
    }
    const found = registrationErrors(registration);
    setErrors(found);
    if (Object.keys(found).length === 0) void send(() => register(registration), "registration-failed");
  };

  return {
    login,
    setLogin,
    registration,
    setRegistration,
    errors,
    setErrors,
    refusal,
    isBusy,
    submit,
    forgetRefusals: () => {
      setErrors({});
      setRefusal(null);
    },
    refuse: (news: AuthMessage) => setRefusal(authErrorText(news, "provider-failed", errorText).text),
  };
}
