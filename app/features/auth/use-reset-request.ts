import { useState } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { requestReset } from "#app/server-client/account/password.ts";

/**
 * Requests a mail with a reset link.
 * @param account email or username
 */
export function useResetRequest(account: string, onSent: () => void) {
  const errorText = useErrorText();
  const [errors, setErrors] = useState<{ readonly account?: ErrorCode }>({});
  const { error, isPending, submit, reset } = useSubmit(() => requestReset(account.trim()), onSent);
  return {
    errors,
    /** The text of a failure that concerns the whole form. */
    failure: error && authErrorText(error, "reset-mail-failed", errorText).text,
    isBusy: isPending,
    send() {
      if (account.trim() === "") setErrors({ account: "field-required" });
      else void submit();
    },
    clearErrors() {
      setErrors({});
      reset();
    },
  };
}
