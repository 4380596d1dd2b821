import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { type LinkedAccount, listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { type PasswordReset, redeemPasswordReset, replacePassword } from "#db/queries/password-resets.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import { newToken } from "#workers/crypto/random.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";

// Both functions set a new password, end sessions, invalidate reset links and notify the owner by mail. The mail's row is
// written in the same batch, and the work continues if the client disconnects.

type PasswordContext = Pick<RequestContext, "env" | "db" | "nowMs" | "locale" | "waitUntil">;

/** The user, and the token of the grant that signs the user in after the reset. */
type CompletedReset = { readonly user: UserRow; readonly grant: string };

/** Sets a new password through a reset link. Null if the link was used in the meantime, or the account is deleted. */
export function resetPassword(
  context: PasswordContext,
  reset: PasswordReset,
  password: string,
): Promise<CompletedReset | null> {
  return runToCompletion(context, async () => {
    const { db, nowMs } = context;
    const owner = await findUser(db, reset.userId);
    if (!owner) return null;
    // the reset unlinks accounts whose email was not verified to be the owner's
    const remaining = (await listLinkedAccounts(db, owner.id)).filter((account) => account.provenEmailKey === owner.emailKey);
    const mail = createPasswordChangedMail(context, owner, remaining);
    const grant = newToken();
    const user = await redeemPasswordReset(db, reset.tokenHash, {
      nowMs,
      passwordHash: await hashPassword(password),
      grantHash: hashToken(grant),
      grantExpiresAtMs: nowMs + accountLimits.resetGrantMs,
      mail,
    });
    if (user) deliverInBackground(context, mail);
    return user && { user, grant };
  });
}

/** Sets a new password for a user who was reauthenticated. False if the password was changed in the meantime. */
export function changePassword(
  context: PasswordContext,
  { user, sessionId, password }: { readonly user: UserRow; readonly sessionId: string; readonly password: string },
): Promise<boolean> {
  return runToCompletion(context, async () => {
    const { db, nowMs } = context;
    const mail = createPasswordChangedMail(context, user, await listLinkedAccounts(db, user.id));
    const passwordHash = await hashPassword(password);
    const change = { userId: user.id, previousHash: user.passwordHash, passwordHash, sessionId, nowMs, mail };
    const isChanged = await replacePassword(db, change);
    if (isChanged) deliverInBackground(context, mail);
    return isChanged;
  });
}

/** The mail names the linked accounts that can still sign in. */
function createPasswordChangedMail(context: PasswordContext, { email }: UserRow, linked: readonly LinkedAccount[]): MailRow {
  const providers = linked.map(({ provider }) => provider);
  return createMailRow(context, { to: email, locale: context.locale, mail: { kind: "password-changed", providers } });
}
