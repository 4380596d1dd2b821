import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { openDialog } from "#app/app-state/dialogs.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { resetPassword, signInAfterReset, verifyResetToken } from "#app/server-client/account/password.ts";
import { notify } from "#app/ui/notice-store.ts";

/** How a link that sets a new password stands (SPEC §4). `text`: why it could not be found out. */
export type ResetState =
  | { readonly is: "missing" | "verifying" | "valid" | "invalid" | "expired" | "used" }
  | { readonly is: "failed"; readonly text: string };

const ADDRESS = "/reset-password";

const LINK_STATES: Readonly<Partial<Record<ErrorCode, ResetState>>> = {
  "reset-token-missing": { is: "missing" },
  "reset-link-invalid": { is: "invalid" },
  "reset-link-expired": { is: "expired" },
  "reset-link-used": { is: "used" },
};

/**
 * The link that the address holds. Its secret leaves the address as soon as it is read: until it is of no use any more,
 * the entry of the browser's history keeps it for whoever loads the page again.
 */
export function useReset() {
  const errorText = useErrorText();
  const token = useRef("");
  // what the entry keeps a server does not know: nothing is said before it is read
  const [state, setState] = useState<ResetState>({ is: "verifying" });
  const { search, state: kept } = useLocation();
  const navigate = useNavigate();
  const enter = useEntrance();

  const settle = useCallback((next: ResetState) => {
    const isOver = next.is !== "valid" && next.is !== "failed";
    if (isOver) forgetKept();
    setState(next);
  }, []);

  const verify = useCallback(async () => {
    setState({ is: "verifying" });
    const verified = await verifyResetToken(token.current);
    if (verified.ok) return settle({ is: verified.value });
    const { text, code } = authErrorText({ ...verified.error, provider: null }, "reset-verify-failed", errorText);
    settle((code && LINK_STATES[code]) ?? { is: "failed", text });
  }, [settle, errorText]);

  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    token.current = new URLSearchParams(search).get("token") ?? keptToken(kept);
    if (token.current === "") return settle({ is: "missing" });
    navigate(ADDRESS, { replace: true, state: { resetToken: token.current } });
    void verify();
  }, [search, kept, navigate, settle, verify]);

  /** Null: done and on the way to the rooms, or the link is to blame. */
  const choose = async (password: string): Promise<ResetRefusal | null> => {
    const reset = await resetPassword(token.current, password);
    if (reset.ok) {
      await enter(reset.value);
      return null;
    }
    const { text, code } = authErrorText({ ...reset.error, provider: null }, "password-reset-failed", errorText);
    const next = code && LINK_STATES[code];
    if (!next) return { text, isOfField: reset.error.field === "newPassword" };
    settle(next);
    return null;
  };

  return { state, verify, choose };
}

/**
 * Where the router keeps an entry's state, by hand: its own way would load the page anew, and whatever is pressed
 * meanwhile would break that off.
 */
function forgetKept(): void {
  history.replaceState({ ...history.state, usr: null }, "");
}

function keptToken(kept: unknown): string {
  const isOurs = typeof kept === "object" && kept !== null && "resetToken" in kept;
  return isOurs && typeof kept.resetToken === "string" ? kept.resetToken : "";
}

export type ResetRefusal = { readonly text: string; readonly isOfField: boolean };

/** Signs in with what a reset gave, and leads to the rooms. */
function useEntrance() {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const { t } = useTranslation("auth");
  return async (reset: Parameters<typeof signInAfterReset>[0]) => {
    const entered = await signInAfterReset(reset);
    navigate("/", { replace: true });
    revalidator.revalidate();
    if (entered.ok) notify({ variant: "success", title: t("reset.done") });
    else openDialog({ name: "sign-in", tab: "login", news: { statusMessage: "auth.errors.grant-invalid", provider: null } });
  };
}
