import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";

const TEXT_NAME = /^(?:auth\.)?errors\.(.+)$/;

/**
 * What to show for a refusal: a server's message that names one of our texts is translated, any other is shown as it
 * is, and none at all is replaced (SPEC §8).
 */
export function refusalText(
  statusMessage: string,
  fallback: ErrorCode,
  errorText: (code: ErrorCode) => string,
): { readonly text: string; readonly code: ErrorCode | undefined } {
  const named = TEXT_NAME.exec(statusMessage)?.[1];
  if (isErrorCode(named)) return { text: errorText(named), code: named };
  if (named === undefined && statusMessage !== "") return { text: statusMessage, code: undefined };
  return { text: errorText(fallback), code: fallback };
}
