import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ResetTokenAnswer } from "#app/protocol/http.ts";
import { deleteMail, insertMail } from "#db/queries/mails.ts";
import { insertPasswordReset, type PasswordReset } from "#db/queries/password-resets.ts";
import type { UserRow } from "#db/queries/users.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import type { RequestLocale } from "#workers/http/request-locale.ts";
import { mailRow, sendMail } from "#workers/mail/send-mail.ts";
import { maySendReset, typedKey } from "#workers/rate-limits/rate-limits.ts";

type SendScope = Pick<RequestContext, "env" | "db" | "nowMs" | "address" | "waitUntil">;
type Asked = {
  readonly typed: string;
  readonly origin: string;
  readonly locale: RequestLocale;
};

/**
 * Sends a link to whom there is, unless they have enough of them. For nobody it writes as much and takes it back: what the
 * database is busy with behind this answer is felt by the next one, which whoever asks may be waiting for with a watch.
 */
export async function sendResetLink(
  requestContext: SendScope,
  user: UserRow | null,
  { typed, origin, locale }: Asked,
): Promise<void> {
  const { env, db, nowMs, address } = requestContext;
  const account = user?.id ?? typedKey(env.APP_SECRET, typed);
  if (!(await maySendReset(db, { account, address, nowMs }))) return;
  const token = newToken();
  const link = `${origin}/reset-password?token=${token}`;
  if (!user) {
    // no sweep sends it if this is cut off: it is over already
    const mail = { kind: "reset", link, expiresAtMs: nowMs } as const;
    const row = { ...mailRow(requestContext, { to: typed, locale, mail }), nextTryAtMs: nowMs };
    await insertMail(db, row);
    return deleteMail(db, row.id);
  }
  const expiresAtMs = nowMs + accountLimits.resetTokenMs;
  const reset = { tokenHash: tokenHash(token), userId: user.id, createdAtMs: nowMs, expiresAtMs };
  if (!(await insertPasswordReset(db, reset, user))) return;
  await sendMail(requestContext, { to: user.email, locale, mail: { kind: "reset", link, expiresAtMs } });
}

export function resetStatus(reset: PasswordReset | null, nowMs: number): ResetTokenAnswer["status"] {
  if (!reset) return "invalid";
  if (reset.usedAtMs !== null) return "used";
  return reset.expiresAtMs <= nowMs ? "expired" : "valid";
}
