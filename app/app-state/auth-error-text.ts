import { PROVIDER_NAMES, PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import { type ErrorCode, type ErrorDetail, isErrorCode } from "#app/domain/errors.ts";

/** Why a sign-in, a registration or a password reset failed. */
type AuthFailure = {
  /** The code of the server's response. Absent or null if only a message arrived, as in `?error=`. */
  readonly code?: ErrorCode | null;
  /** A text key (`auth.errors.…`), `{provider}_oauth_failed`, or a sentence to show as it is. May be empty. */
  readonly statusMessage: string;
  /** The provider that the text names. */
  readonly provider?: Provider | null;
};

type AuthErrorText = {
  readonly text: string;
  /** Undefined for a raw message. */
  readonly code: ErrorCode | undefined;
};

const TEXT_KEY_PREFIX = "auth.errors.";
/** An address may contain any message. The limit keeps it from filling the page. */
const RAW_CHARS_MAX = 200;

/**
 * The text of a failure (SPEC §8): the text of its code, else the text that the message names, else the raw message. An
 * empty message and an unknown text key give the text of `fallback`.
 */
export function authErrorText(
  { code, statusMessage, provider }: AuthFailure,
  fallback: ErrorCode,
  errorText: (code: ErrorCode, detail?: ErrorDetail) => string,
): AuthErrorText {
  const toText = (shownCode: ErrorCode, shownProvider = provider): AuthErrorText => ({
    text: errorText(shownCode, shownProvider ? { provider: PROVIDER_NAMES[shownProvider] } : {}),
    code: shownCode,
  });
  if (code) return toText(code);
  const failedProvider = PROVIDERS.find((name) => statusMessage === `${name}_oauth_failed`);
  if (failedProvider) return toText("provider-failed", failedProvider);
  if (statusMessage === "") return toText(fallback);
  if (!statusMessage.startsWith(TEXT_KEY_PREFIX)) return { text: statusMessage.slice(0, RAW_CHARS_MAX), code: undefined };
  const key = statusMessage.slice(TEXT_KEY_PREFIX.length);
  return toText(isErrorCode(key) ? key : fallback);
}
