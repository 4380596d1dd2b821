import { parseDisplayName, parseEmail, parseProfileUsername } from "#app/domain/accounts/account.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { findNameConflict, type ProfileEdit, updateProfile } from "#db/queries/profile.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { reauthenticate } from "#workers/accounts/sign-in/reauthenticate.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";
import { allowEmailChange, allowProfileChange } from "#workers/rate-limits/user-limits.ts";
import { publishProfileChange } from "./publish-profile-change.ts";

type ProfileInput = { readonly [K in keyof ProfileEdit]?: ProfileEdit[K] | undefined };

/** Parses the given fields. The error is that of the first invalid field. */
export function parseProfileEdit({ name, username, email, isEmailShown }: ProfileInput): Result<ProfileEdit> {
  const edit: { -readonly [K in keyof ProfileEdit]: ProfileEdit[K] } = {};
  for (const [field, raw, parse] of [
    ["name", name, parseDisplayName],
    ["username", username, parseProfileUsername],
    ["email", email, parseEmail],
  ] as const) {
    if (raw === undefined) continue;
    const parsed = parse(raw);
    if (!parsed.ok) return parsed;
    edit[field] = parsed.value;
  }
  return ok(isEmailShown === undefined ? edit : { ...edit, isEmailShown });
}

/**
 * Changes the signed-in user's profile and publishes a new name. A change of the email requires reauthentication, and the
 * previous address receives a notice.
 */
export async function changeProfileWithinLimit(
  context: SignedInContext,
  edit: ProfileEdit,
  currentPassword: string,
): Promise<Result<UserRow>> {
  const allowed = await allowProfileChange(context.db, context.user.id, context.nowMs);
  return allowed.ok ? changeProfile(context, edit, currentPassword) : allowed;
}

async function changeProfile(context: SignedInContext, edit: ProfileEdit, currentPassword: string): Promise<Result<UserRow>> {
  const { db, user, nowMs } = context;
  const before = await findUser(db, user.id);
  if (!before) return fail("user-not-found");
  const notice = await prepareEmailChange(context, before, { email: edit.email, currentPassword });
  if (!notice.ok) return notice;
  let changed: UserRow | null;
  try {
    changed = await updateProfile(db, user.id, { edit, expected: before, notice: notice.value, nowMs });
  } catch (error) {
    const conflict = await findNameConflict(db, user.id, edit);
    if (conflict) return fail(conflict);
    throw error;
  }
  // a simultaneous request has changed the email or password that was verified, or has deleted the account
  if (!changed) return fail((await findUser(db, user.id)) ? "profile-update-failed" : "user-not-found");
  if (notice.value) deliverInBackground(context, notice.value);
  if (changed.name !== user.name) await publishProfileChange(context);
  return ok(changed);
}

type EmailChange = { readonly email: string | undefined; readonly currentPassword: string };

/** Verifies that the email may be changed. Returns the notice to the previous address, or null if the email stays the same. */
async function prepareEmailChange(
  context: SignedInContext,
  user: UserRow,
  { email, currentPassword }: EmailChange,
): Promise<Result<MailRow | null>> {
  if (email === undefined || normalize(email) === user.emailKey) return ok(null);
  const { db, nowMs, locale, sessionId } = context;
  const verified = await reauthenticate(context, { user, currentPassword, sessionId });
  if (!verified.ok) return verified;
  const allowed = await allowEmailChange(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  return ok(createMailRow(context, { to: user.email, locale, mail: { kind: "email-changed" } }));
}
