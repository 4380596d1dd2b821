import { useState } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { type AccountField, type Registration, validateRegistration } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { AuthRefusal } from "#app/server-client/account/auth-request.ts";
import { logIn, register } from "#app/server-client/account/session.ts";
import type { Login } from "./login-fields.tsx";

export type FieldErrors = Partial<Record<AccountField, ErrorCode | undefined>>;
export type AuthFormState = ReturnType<typeof useAuthForm>;

type AuthFormHandlers = {
  readonly onSignedIn: () => void;
  /** Called when the server refuses without naming a field. A wrong login never names one. */
  readonly onRefused: () => void;
};
type SignInRequest = () => Promise<Result<SessionUser, AuthRefusal>>;

/** The input of the login and of the registration, their submission and their errors. */
export function useAuthForm(tab: "login" | "register", message: AuthMessage | null, handlers: AuthFormHandlers) {
  const errorText = useErrorText();
  const [login, setLogin] = useState<Login>({ emailOrUsername: "", password: "" });
  const [registration, setRegistration] = useState<Registration>({ name: "", username: "", email: "", password: "" });
  const formErrors = useAuthErrors(message);
  const { errors, setErrors, failure, setFailure, clearErrors } = formErrors;
  const { isPending, submit: send } = useSubmit(async (request: SignInRequest, fallback: ErrorCode) => {
    setFailure(null);
    const result = await request();
    // not an `onSuccess` of the form: the page must reflect the new session even if the form was closed meanwhile
    if (result.ok) handlers.onSignedIn();
    else if (!formErrors.showRefusal(result.error, fallback)) handlers.onRefused();
    return result;
  });

  const submitLogin = () => {
    const isComplete = login.emailOrUsername.trim() !== "" && login.password !== "";
    if (!isComplete) return setFailure(errorText("all-fields-required"));
    void send(() => logIn(login.emailOrUsername, login.password), "login-failed");
  };
  const submitRegistration = () => {
    const invalid = validateRegistration(registration);
    setErrors(invalid);
    if (Object.keys(invalid).length === 0) void send(() => register(registration), "registration-failed");
  };

  const inputs = { login, setLogin, registration, setRegistration };
  const submit = tab === "login" ? submitLogin : submitRegistration;
  return { ...inputs, errors, setErrors, failure, clearErrors, showMessage: formErrors.showMessage, isBusy: isPending, submit };
}

/** The errors of single fields, and the text of a failure that concerns the whole form. */
function useAuthErrors(initialMessage: AuthMessage | null) {
  const errorText = useErrorText();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(() => initialMessage && authErrorText(initialMessage, "login-failed", errorText).text);
  return {
    errors,
    setErrors,
    failure,
    setFailure,
    clearErrors() {
      setErrors({});
      setFailure(null);
    },
    /** Shows why the sign-in with a provider failed. */
    showMessage: (message: AuthMessage) => setFailure(authErrorText(message, "provider-failed", errorText).text),
    /** Shows a refusal at its field or at the form. Returns whether it has a field. */
    showRefusal(refusal: AuthRefusal, fallback: ErrorCode): boolean {
      const { text, code } = authErrorText(refusal, fallback, errorText);
      const hasField = Boolean(refusal.field && code);
      if (refusal.field && code) setErrors({ [refusal.field]: code });
      else setFailure(text);
      return hasField;
    },
  };
}
