import { fail, ok, type Result } from "#app/domain/result.ts";
import type { UserRow } from "#db/queries/users.ts";
import type { RequestScope } from "../request-scope.ts";
import { forgetSignInTries, mayTrySignIn } from "./attempts.ts";
import { verifyPassword } from "./password.ts";

type Shown = {
  readonly user: UserRow;
  readonly currentPassword: string;
  /** What the account knows the browser by, or null. */
  readonly device: string | null;
};

/** Whether somebody who is signed in knows their password; who has none need not. Guesses count as those at the sign-in. */
export async function checkOwnPassword(
  { db, nowMs, address }: Pick<RequestScope, "db" | "nowMs" | "address">,
  { user, currentPassword, device }: Shown,
): Promise<Result<null>> {
  if (user.passwordHash === null) return ok(null);
  if (currentPassword === "") return fail("field-required");
  const tried = { account: user.id, address, device };
  if (!(await mayTrySignIn(db, { ...tried, nowMs }))) return fail("too-many-attempts");
  const { isRight } = await verifyPassword(user.passwordHash, currentPassword);
  if (!isRight) return fail("password-wrong");
  await forgetSignInTries(db, tried);
  return ok(null);
}
