import { useLocation, useNavigate } from "@remix-run/react";
import { type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { openDialog } from "#app/app-state/dialogs.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PasswordResetResponse } from "#app/protocol/http.ts";
import { resetPassword, signInAfterReset, verifyResetToken } from "#app/server-client/account/password.ts";
import { notify } from "#app/ui/notice-store.ts";

/** The state of a reset link (SPEC §4). `failed` means that the check itself failed; `text` is the reason. */
export type ResetState =
  | { readonly status: "missing" | "verifying" | "valid" | "invalid" | "expired" | "used" }
  | { readonly status: "failed"; readonly text: string };

export type ResetRefusal = {
  readonly text: string;
  /** True if the new password is invalid, as opposed to a failure of the whole form. */
  readonly isPasswordError: boolean;
};

const RESET_PATH = "/reset-password";

const LINK_STATES: Readonly<Partial<Record<ErrorCode, ResetState>>> = {
  "reset-token-missing": { status: "missing" },
  "reset-link-invalid": { status: "invalid" },
  "reset-link-expired": { status: "expired" },
  "reset-link-used": { status: "used" },
};

/**
 * Verifies the reset link in the address and sets a new password with it. The token is removed from the address as soon as it
 * is read. The history entry retains it while the link can still be used, so that the page can be reloaded.
 */
export function usePasswordReset() {
  const errorText = useErrorText();
  const signIn = useSignInAfterReset();
  const token = useRef("");
  // the server cannot see the history entry, so its first render shows "verifying" for every link
  const [state, setState] = useState<ResetState>({ status: "verifying" });

  const settle = useCallback((next: ResetState) => {
    if (next.status !== "valid" && next.status !== "failed") clearStoredToken();
    setState(next);
  }, []);

  const verify = useCallback(async () => {
    setState({ status: "verifying" });
    const verified = await verifyResetToken(token.current);
    if (verified.ok) return settle({ status: verified.value });
    const { text, code } = authErrorText(verified.error, "reset-verify-failed", errorText);
    settle((code && LINK_STATES[code]) ?? { status: "failed", text });
  }, [settle, errorText]);

  useTokenOfAddress(token, () => (token.current === "" ? settle({ status: "missing" }) : void verify()));

  /** Also succeeds when the server rejects the link: `state` changes, and the form disappears. */
  const choosePassword = async (password: string): Promise<Result<null, ResetRefusal>> => {
    const reset = await resetPassword(token.current, password);
    if (reset.ok) {
      await signIn(reset.value);
      return ok(null);
    }
    const { text, code } = authErrorText(reset.error, "password-reset-failed", errorText);
    const linkState = code && LINK_STATES[code];
    if (!linkState) return fail({ text, isPasswordError: reset.error.field === "newPassword" });
    settle(linkState);
    return ok(null);
  };

  return { state, verify, choosePassword };
}

/** Reads the token once, moves it from the address to the history entry, and then calls `onRead`. */
function useTokenOfAddress(token: MutableRefObject<string>, onRead: () => void): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    token.current = new URLSearchParams(search).get("token") ?? readStoredToken(state);
    if (token.current !== "") navigate(RESET_PATH, { replace: true, state: { resetToken: token.current } });
    onRead();
  }, [search, state, navigate, token, onRead]);
}

function readStoredToken(state: unknown): string {
  const hasToken = typeof state === "object" && state !== null && "resetToken" in state;
  return hasToken && typeof state.resetToken === "string" ? state.resetToken : "";
}

/**
 * Clears the state of the history entry, which the router stores under `usr`. A navigation would clear it too, but it runs the
 * loaders, and another navigation started meanwhile would cancel it.
 */
function clearStoredToken(): void {
  history.replaceState({ ...history.state, usr: null }, "");
}

/** Signs in with the grant of a reset and leads to the rooms. If that fails, the sign-in dialog opens there. */
function useSignInAfterReset() {
  const navigate = useNavigate();
  const { t } = useTranslation("auth");
  return async (reset: PasswordResetResponse) => {
    const signedIn = await signInAfterReset(reset);
    // this loads the data of all routes again; a revalidation beside it would abort its requests
    navigate("/", { replace: true });
    if (signedIn.ok) return void notify({ variant: "success", title: t("reset.done") });
    const message = { statusMessage: "auth.errors.grant-invalid", provider: null };
    openDialog({ name: "sign-in", tab: "login", message });
  };
}
