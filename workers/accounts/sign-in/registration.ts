import { z } from "zod";
import { parseDisplayName, parseEmail, parsePassword, parseUsername } from "#app/domain/accounts/account.ts";
import { pickAvatarColor } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import { findTakenNames, insertUser, type UserRow } from "#db/queries/users.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import { newId, randomUint32 } from "#workers/crypto/random.ts";

/** Valid input of the registration form. */
export type Registration = {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
};

/** An error, with the field of the form that is invalid. */
type FormError = { readonly code: ErrorCode; readonly field?: keyof Registration };

const bodySchema = z.object({
  name: z.string().max(300),
  username: z.string().max(300),
  email: z.string().max(300),
  password: z.string().max(1000),
});

/** Parses the body of a registration. The error is that of the first invalid field. */
export function parseRegistration(body: unknown): Result<Registration, FormError> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return fail({ code: "all-fields-required" });
  const name = parseDisplayName(parsed.data.name);
  if (!name.ok) return fail({ code: name.error, field: "name" });
  const username = parseUsername(parsed.data.username);
  if (!username.ok) return fail({ code: username.error, field: "username" });
  const email = parseEmail(parsed.data.email);
  if (!email.ok) return fail({ code: email.error, field: "email" });
  const password = parsePassword(parsed.data.password);
  if (!password.ok) return fail({ code: password.error, field: "password" });
  return ok({ name: name.value, username: username.value, email: email.value, password: password.value });
}

/** Creates the account. Fails if its username or email is taken. */
export async function createUser(
  db: Db,
  { password, ...registration }: Registration,
  nowMs: number,
): Promise<Result<UserRow, FormError>> {
  const taken = await findTakenField(db, registration);
  if (taken) return fail(taken);
  const user = {
    id: newId<UserId>(),
    ...registration,
    avatar: pickAvatarColor(randomUint32()),
    passwordHash: await hashPassword(password),
    createdAtMs: nowMs,
  };
  try {
    return ok(await insertUser(db, user));
  } catch (error) {
    // a simultaneous registration may have taken the name since the check
    const takenNow = await findTakenField(db, registration);
    if (takenNow) return fail(takenNow);
    throw error;
  }
}

/**
 * The username is reported first: to probe whether an email is registered, one must send a free username, and creates an
 * account if the email was free too.
 */
async function findTakenField(db: Db, names: Pick<Registration, "username" | "email">): Promise<FormError | null> {
  const taken = await findTakenNames(db, names);
  if (taken.username) return { code: "username-taken", field: "username" };
  return taken.email ? { code: "email-taken", field: "email" } : null;
}
