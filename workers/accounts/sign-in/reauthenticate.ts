import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findSession } from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { verifyPassword } from "#workers/crypto/password-hash.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { allowSignInAttempt, clearSignInAttempts } from "#workers/rate-limits/sign-in-limits.ts";

type Credentials = {
  readonly user: UserRow;
  readonly currentPassword: string;
  readonly sessionId: string | null;
};
type ReauthenticationContext = Pick<RequestContext, "db" | "nowMs" | "address">;

/**
 * Verifies that the owner of the account is present, before an action that transfers or ends the account. A session alone
 * does not prove it: the device may have been left unlocked. The proof is the current password or, for an account without
 * one, a recent session. Each session has a rate limit of its own, which others cannot use up.
 */
export async function reauthenticate(
  context: ReauthenticationContext,
  { user, currentPassword, sessionId }: Credentials,
): Promise<Result<null>> {
  const { db, nowMs, address } = context;
  if (user.passwordHash === null) {
    return (await isRecentSession(context, sessionId)) ? ok(null) : fail("recent-sign-in-required");
  }
  if (currentPassword === "") return fail("password-wrong");
  const attempt = { account: user.id, address, device: sessionId };
  const allowed = await allowSignInAttempt(db, attempt, nowMs);
  if (!allowed.ok) return allowed;
  const { isCorrect } = await verifyPassword(user.passwordHash, currentPassword);
  if (!isCorrect) return fail("password-wrong");
  await clearSignInAttempts(db, attempt);
  return ok(null);
}

/** Whether the session began, or was confirmed with the password, within the last ten minutes. */
export async function isRecentSession(
  { db, nowMs }: Pick<RequestContext, "db" | "nowMs">,
  sessionId: string | null,
): Promise<boolean> {
  const found = sessionId === null ? null : await findSession(db, { tokenHash: sessionId, nowMs });
  if (found === null) return false;
  const { createdAtMs, confirmedAtMs } = found.session;
  return nowMs - Math.max(createdAtMs, confirmedAtMs ?? 0) < accountLimits.recentSignInMs;
}
