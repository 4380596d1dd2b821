import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import { type LinkedAccount, listLinked } from "#db/queries/linked-accounts.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { changePassword, type PasswordReset, spendPasswordReset } from "#db/queries/password-resets.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { mailRow, sendWritten } from "#workers/mail/send-mail.ts";

// A new password in place of another, with all that comes with it. It is whole or not at all: the mail that tells its owner
// stands with the change, and who hangs up at once keeps nothing of it from being done.

type Scope = Pick<RequestContext, "env" | "db" | "nowMs" | "locale" | "waitUntil">;
type Reset = { readonly user: UserRow; readonly grant: string };

/** By a link: who it was for, and what signs them in right after it. Null: somebody was faster. */
export function resetPassword(requestContext: Scope, reset: PasswordReset, password: string): Promise<Reset | null> {
  return seenThrough(requestContext, async () => {
    const { db, nowMs } = requestContext;
    const owner = await findUser(db, reset.userId);
    if (!owner) return null;
    // the others go with it
    const kept = (await listLinked(db, owner.id)).filter(({ provenEmailKey }) => provenEmailKey === owner.emailKey);
    const mail = changedMail(requestContext, owner, kept);
    const grant = newToken();
    const user = await spendPasswordReset(db, reset.tokenHash, {
      nowMs,
      passwordHash: await hashPassword(password),
      grantHash: tokenHash(grant),
      grantExpiresAtMs: nowMs + accountLimits.resetGrantMs,
      mail,
    });
    if (user) tellOthers(requestContext, user.id, mail);
    return user && { user, grant };
  });
}

/** By who knows the one before it, or has none; their session stays. False: it has been changed since it was read. */
export function replacePassword(
  requestContext: Scope,
  { user, sessionId, password }: { readonly user: UserRow; readonly sessionId: string; readonly password: string },
): Promise<boolean> {
  return seenThrough(requestContext, async () => {
    const { db, nowMs } = requestContext;
    const mail = changedMail(requestContext, user, await listLinked(db, user.id));
    const passwordHash = await hashPassword(password);
    const change = { userId: user.id, before: user.passwordHash, passwordHash, sessionId, nowMs, mail };
    const isChanged = await changePassword(db, change);
    if (isChanged) tellOthers(requestContext, user.id, mail);
    return isChanged;
  });
}

function seenThrough<T>({ waitUntil }: Scope, run: () => Promise<T>): Promise<T> {
  const running = run();
  waitUntil(running.catch(() => undefined));
  return running;
}

/** It names the other ways in. */
function changedMail(requestContext: Scope, { email }: UserRow, linked: readonly LinkedAccount[]): MailRow {
  const providers = linked.map(({ provider }) => provider);
  return mailRow(requestContext, { to: email, locale: requestContext.locale, mail: { kind: "password-changed", providers } });
}

/** The owner, and pages that were open in sessions which are over. */
function tellOthers(requestContext: Scope, userId: UserId, mail: MailRow): void {
  sendWritten(requestContext, mail);
  requestContext.waitUntil(lobbyObject(requestContext.env).signOut(userId));
}
