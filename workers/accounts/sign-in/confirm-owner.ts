import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findSession } from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { verifyPassword } from "#workers/crypto/password-hash.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { forgetSignInTries, mayTrySignIn } from "#workers/rate-limits/rate-limits.ts";

type Shown = {
  readonly user: UserRow;
  readonly currentPassword: string;
  readonly sessionId: string | null;
};
type Scope = Pick<RequestContext, "db" | "nowMs" | "address">;

/**
 * Whether it is the owner who asks for what gives an account away or ends it. Whoever finds a device unlocked has the
 * session, and neither the password nor, where none is set, a session that has just begun. Each session has tries of its
 * own: nobody else can use up its owner's.
 */
export async function confirmOwner(requestContext: Scope, { user, currentPassword, sessionId }: Shown): Promise<Result<null>> {
  const { db, nowMs, address } = requestContext;
  if (user.passwordHash === null) return (await isRecent(requestContext, sessionId)) ? ok(null) : fail("sign-in-again");
  if (currentPassword === "") return fail("password-wrong");
  const tried = { account: user.id, address, device: sessionId };
  if (!(await mayTrySignIn(db, { ...tried, nowMs }))) return fail("too-many-attempts");
  const { isRight } = await verifyPassword(user.passwordHash, currentPassword);
  if (!isRight) return fail("password-wrong");
  await forgetSignInTries(db, tried);
  return ok(null);
}

async function isRecent({ db, nowMs }: Scope, sessionId: string | null): Promise<boolean> {
  const found = sessionId === null ? null : await findSession(db, { tokenHash: sessionId, nowMs });
  return found !== null && nowMs - found.session.createdAtMs < accountLimits.recentSignInMs;
}
