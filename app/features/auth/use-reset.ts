import { useNavigate, useRevalidator, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/backend/dialogs.ts";
import { resetPassword, signInAfterReset, verifyResetToken } from "#app/backend/password.ts";
import { parsePassword } from "#app/domain/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { notify } from "#app/ui/notice-store.ts";
import { refusalText } from "./refusal-text.ts";

/** How a link that sets a new password stands (SPEC §4). `text`: why it could not be found out. */
export type ResetState =
  | { readonly is: "missing" | "verifying" | "valid" | "invalid" | "expired" | "used" }
  | { readonly is: "failed"; readonly text: string };

const LINK_STATES: Readonly<Partial<Record<ErrorCode, ResetState>>> = {
  "reset-token-missing": { is: "missing" },
  "reset-link-invalid": { is: "invalid" },
  "reset-link-expired": { is: "expired" },
  "reset-link-used": { is: "used" },
};

/** The link that the address holds. Its secret leaves the address as soon as it is read. */
export function useReset() {
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? "");
  const [state, setState] = useState<ResetState>({ is: token === "" ? "missing" : "verifying" });
  const navigate = useNavigate();
  const enter = useEntrance();

  const verify = useCallback(async () => {
    if (token === "") return;
    setState({ is: "verifying" });
    const verified = await verifyResetToken(token);
    if (verified.ok) return setState({ is: verified.value });
    const { text, code } = refusalText({ ...verified.error, provider: null }, "reset-verify-failed", errorText);
    setState((code && LINK_STATES[code]) ?? { is: "failed", text });
  }, [token, errorText]);

  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    navigate("/reset-password", { replace: true });
    void verify();
  }, [navigate, verify]);

  /** Null: done, and on the way to the rooms. */
  const choose = async (password: string): Promise<ResetRefusal | null> => {
    const reset = await resetPassword(token, password);
    if (reset.ok) {
      await enter(reset.value);
      return null;
    }
    const { text, code } = refusalText({ ...reset.error, provider: null }, "password-reset-failed", errorText);
    const next = code && LINK_STATES[code];
    if (next) setState(next);
    return { text, isOfField: reset.error.field === "newPassword" };
  };

  return { state, verify, choose };
}

export type ResetRefusal = { readonly text: string; readonly isOfField: boolean };

/** What is wrong with a new password and its repetition. */
export function newPasswordErrors(
  password: string,
  again: string,
): { readonly password?: ErrorCode; readonly again?: ErrorCode } {
  const parsed = parsePassword(password);
  return {
    ...(!parsed.ok && { password: parsed.error }),
    ...(again === "" ? { again: "field-required" as const } : again !== password && { again: "passwords-differ" as const }),
  };
}

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
