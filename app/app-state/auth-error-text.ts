import { isProvider, PROVIDER_NAMES } from "#app/domain/accounts/provider.ts";
import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import type { ErrorDetail } from "#app/protocol/http.ts";
import type { AuthMessage } from "./dialogs.ts";

const TEXT_NAME = /^(?:auth\.)?errors\.(.+)$/;
const PROVIDER_FAILED = /^(\w+)_oauth_failed$/;
/** What an address says is not ours: nobody is made to read a page of it. */
const RAW_CHARS = 200;

type ErrorText = (code: ErrorCode, detail?: ErrorDetail) => string;

/**
 * What to show for a refusal: a server's message that names one of our texts is translated, any other is shown as it
 * is, and none at all is replaced (SPEC §8).
 */
export function authErrorText(
  { statusMessage, provider }: AuthMessage,
  fallback: ErrorCode,
  errorText: ErrorText,
): { readonly text: string; readonly code: ErrorCode | undefined } {
  const named = PROVIDER_FAILED.exec(statusMessage)?.[1];
  if (isProvider(named)) return known("provider-failed", { provider: PROVIDER_NAMES[named] });
  const detail = provider ? { provider: PROVIDER_NAMES[provider] } : {};
  const code = codeNamed(statusMessage);
  if (code) return known(code, detail);
  if (!TEXT_NAME.test(statusMessage) && statusMessage !== "")
    return { text: statusMessage.slice(0, RAW_CHARS), code: undefined };
  return known(fallback, detail);

  function known(code: ErrorCode, detail: ErrorDetail) {
    return { text: errorText(code, detail), code };
  }
}

/** The text of ours that a server's message names. */
export function codeNamed(statusMessage: string): ErrorCode | null {
  const name = TEXT_NAME.exec(statusMessage)?.[1];
  return isErrorCode(name) ? name : null;
}
