import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { notify } from "#app/ui/notice-store.ts";

type FailureNotice = {
  /** Names the failed action. */
  readonly action: ErrorCode;
  /** The server's answer. The text of `internal` is not shown: it is not a reason. */
  readonly reason: ErrorCode;
  /** The name of the person whom the action concerns. */
  readonly name?: string;
};

/** Returns the function that shows a notice of a failed action, with the reason. */
export function useFailureNotice(): (notice: FailureNotice) => void {
  const errorText = useErrorText();
  return ({ action, reason, name }) => {
    const parts = [name, reason === "internal" ? undefined : errorText(reason)].filter((part) => part !== undefined);
    notify({ title: errorText(action), variant: "error", ...(parts.length > 0 && { message: parts.join(": ") }) });
  };
}
