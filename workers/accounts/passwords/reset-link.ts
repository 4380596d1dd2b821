import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Locale } from "#app/i18n/config.ts";
import { RESET_LINK_PATH, type ResetTokenResponse } from "#app/protocol/http.ts";
import { deleteMail, insertMail, type MailRow, putMail } from "#db/queries/mails.ts";
import { insertPasswordReset, type PasswordReset } from "#db/queries/password-resets.ts";
import type { UserRow } from "#db/queries/users.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newToken } from "#workers/crypto/random.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { retryAfterMs } from "#workers/mail/deliver-mail.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";
import { allowResetMail } from "#workers/rate-limits/password-reset-limits.ts";
import { loginNameKey } from "#workers/rate-limits/sign-in-limits.ts";

type ResetContext = Pick<RequestContext, "env" | "db" | "nowMs" | "address" | "waitUntil">;
type ResetRequest = {
  /** The email or username that was entered. */
  readonly login: string;
  /** The origin of the link. Empty for a link of the outbox, which has only its path. */
  readonly origin: string;
  readonly locale: Locale;
};

/** A request whose mail is stored already, see `reserveResetMail`. */
type ReservedRequest = ResetRequest & { readonly reserved: MailRow };

/**
 * Stores a mail for a reset link, before it is known whether there is an account. If the request is interrupted, the sweep
 * discards the mail and does not send it: its link has expired already.
 */
export async function reserveResetMail(context: ResetContext, request: ResetRequest): Promise<MailRow> {
  const { login, locale } = request;
  const mail = { kind: "reset", link: createLink(request, newToken()), expiresAtMs: context.nowMs } as const;
  const row = { ...createMailRow(context, { to: login, locale, mail }), nextTryAtMs: context.nowMs + retryAfterMs(1) };
  await insertMail(context.db, row);
  return row;
}

/**
 * Sends a reset link, unless the account has received too many. Without an account it performs the same writes and reverts
 * them: the load on the database delays the next request, and an attacker could time that to find out which accounts exist.
 */
export async function sendResetLink(context: ResetContext, user: UserRow | null, request: ReservedRequest): Promise<void> {
  const { env, db, nowMs, address } = context;
  const { login, locale, reserved } = request;
  const account = user?.id ?? loginNameKey(env.APP_SECRET, login);
  if (!(await allowResetMail(db, { account, address }, nowMs)).ok) return deleteMail(db, reserved.id);
  if (!user) {
    await putMail(db, reserved);
    return deleteMail(db, reserved.id);
  }
  const token = newToken();
  const expiresAtMs = nowMs + accountLimits.resetTokenMs;
  const reset = { tokenHash: hashToken(token), userId: user.id, createdAtMs: nowMs, expiresAtMs };
  if (!(await insertPasswordReset(db, reset, user))) return deleteMail(db, reserved.id);
  const mail = { kind: "reset", link: createLink(request, token), expiresAtMs } as const;
  const row = { ...createMailRow(context, { to: user.email, locale, mail }), id: reserved.id };
  await putMail(db, row);
  deliverInBackground(context, row);
}

function createLink({ origin }: ResetRequest, token: string): string {
  return `${origin}${RESET_LINK_PATH}${token}`;
}

export function getResetStatus(reset: PasswordReset | null, nowMs: number): ResetTokenResponse["status"] {
  if (!reset) return "invalid";
  if (reset.usedAtMs !== null) return "used";
  return reset.expiresAtMs <= nowMs ? "expired" : "valid";
}
