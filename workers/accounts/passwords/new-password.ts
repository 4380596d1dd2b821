import type { UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { type LinkedAccount, listLinked } from "#db/queries/linked-accounts.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { changePassword, type PasswordReset, spendPasswordReset } from "#db/queries/password-resets.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { RequestScope } from "#workers/http/request-context.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { mailRow, sendWritten } from "#workers/mail/send-mail.ts";

// A new password in place of another, with all that comes with it. It is whole or not at all: the mail that tells its owner
// stands with the change, and who hangs up at once keeps nothing of it from being done.

type Scope = Pick<RequestScope, "env" | "db" | "nowMs" | "locale" | "waitUntil">;
type Reset = { readonly user: UserRow; readonly grant: string };

/** By a link: who it was for, and what signs them in right after it. Null: somebody was faster. */
export function resetPassword(scope: Scope, reset: PasswordReset, password: string): Promise<Reset | null> {
  return seenThrough(scope, async () => {
    const { db, nowMs } = scope;
    const owner = await findUser(db, reset.userId);
    if (!owner) return null;
    // the others go with it
    const kept = (await listLinked(db, owner.id)).filter(({ provenEmailFold }) => provenEmailFold === owner.emailFold);
    const mail = changedMail(scope, owner, kept);
    const grant = newToken();
    const user = await spendPasswordReset(db, reset.tokenHash, {
      nowMs,
      passwordHash: await hashPassword(password),
      grantHash: tokenHash(grant),
      grantExpiresAtMs: nowMs + limits.resetGrantMs,
      mail,
    });
    if (user) tellOthers(scope, user.id, mail);
    return user && { user, grant };
  });
}

/** By who knows the one before it, or has none; their session stays. False: it has been changed since it was read. */
export function replacePassword(
  scope: Scope,
  { user, sessionId, password }: { readonly user: UserRow; readonly sessionId: string; readonly password: string },
): Promise<boolean> {
  return seenThrough(scope, async () => {
    const { db, nowMs } = scope;
    const mail = changedMail(scope, user, await listLinked(db, user.id));
    const passwordHash = await hashPassword(password);
    const change = { userId: user.id, before: user.passwordHash, passwordHash, sessionId, nowMs, mail };
    const isChanged = await changePassword(db, change);
    if (isChanged) tellOthers(scope, user.id, mail);
    return isChanged;
  });
}

function seenThrough<T>({ waitUntil }: Scope, run: () => Promise<T>): Promise<T> {
  const running = run();
  waitUntil(running.catch(() => undefined));
  return running;
}

/** It names the other ways in. */
function changedMail(scope: Scope, { email }: UserRow, linked: readonly LinkedAccount[]): MailRow {
  const providers = linked.map(({ provider }) => provider);
  return mailRow(scope, { to: email, locale: scope.locale, mail: { kind: "password-changed", providers } });
}

/** The owner, and pages that were open in sessions which are over. */
function tellOthers(scope: Scope, userId: UserId, mail: MailRow): void {
  sendWritten(scope, mail);
  scope.waitUntil(lobbyObject(scope.env).signOut(userId));
}
