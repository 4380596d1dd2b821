import { z } from "zod";
import { parseDisplayName, parseEmail, parseProfileUsername } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { listLinked } from "#db/queries/linked-accounts.ts";
import { findTakenByOther, type ProfileEdit, updateProfile } from "#db/queries/profile.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { confirmOwner } from "#workers/accounts/sign-in/confirm-owner.ts";
import { userId } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { deliverMail } from "#workers/mail/deliver-mail.ts";
import { mailRow } from "#workers/mail/send-mail.ts";
import { mayChangeEmail, mayChangeProfile } from "#workers/rate-limits/rate-limits.ts";
import { notifyPersonChange } from "./notify-person-change.ts";

/** An account, to its owner. */
export type Account = {
  readonly _id: Person["id"];
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
  readonly super_admin: boolean;
  /** The provider's id of the account that is linked, or null. */
  readonly google_id: string | null;
  readonly github_id: string | null;
  readonly spotify_id: string | null;
  readonly hasPassword: boolean;
  /** Others may see the email. */
  readonly isEmailShown: boolean;
  /** ms since the epoch */
  readonly createdAt: number;
};

const ACCOUNT_FIELDS =
  "`_id`, `name`, `username`, `email`, `avatar`, `super_admin`, `google_id`, `github_id`, `spotify_id` (null or the id), `hasPassword`, `isEmailShown`, `createdAt`.";

const text = (maxChars: number) => z.string().max(maxChars).optional();

/** Somebody's own account, and what others see of it. */
export const users = {
  getCurrentUser: signedInFunction("query", {
    summary: "The caller's own account.",
    returns: ACCOUNT_FIELDS,
    args: z.strictObject({ email: z.string().max(accountLimits.emailChars).describe("The caller's; another is refused") }),
    handler: async (context, { email }) => {
      const { db, user } = context;
      if (normalize(email) !== normalize(user.email)) return fail("forbidden");
      const row = await findUser(db, user.id);
      return row ? ok(await accountOf(context, row)) : fail("user-not-found");
    },
  }),

  getById: signedInFunction("query", {
    summary: "Somebody, as others may see them.",
    returns: "`_id`, `name`, `username`, `avatar`, and `email`: null, unless they show it or are the caller.",
    args: z.strictObject({ id: userId }),
    handler: async ({ db, user }, { id }) => {
      const row = await findUser(db, id);
      if (!row || row.deletedAtMs !== null) return fail("user-not-found");
      const { name, username, avatar, email, isEmailShown } = row;
      return ok({ _id: id, name, username, avatar, email: isEmailShown || id === user.id ? email : null });
    },
  }),

  updateUserProfile: signedInFunction("mutation", {
    summary:
      "Changes what is given of the caller's account. Another email takes the current password, or a sign-in of the last ten minutes where none is set; links that set a new password are over then.",
    returns: `The account after it: ${ACCOUNT_FIELDS}`,
    args: z.strictObject({
      id: userId,
      name: text(300),
      username: text(300),
      email: text(300),
      isEmailShown: z.boolean().optional().describe("Others may see the email"),
      currentPassword: z.string().max(1000).optional().describe("With another email, where a password is set"),
    }),
    handler: async (context, { id, currentPassword = "", ...given }) => {
      const { db, user, nowMs } = context;
      if (id !== user.id) return fail("forbidden");
      const edit = readEdit(given);
      if (!edit.ok) return edit;
      if (!(await mayChangeProfile(db, id, nowMs))) return fail("too-many-attempts");
      const changing = changeProfile(context, edit.value, currentPassword);
      // who hangs up now leaves nothing half done
      context.waitUntil(changing.catch(() => undefined));
      return changing;
    },
  }),
};

type Given = { readonly [K in keyof ProfileEdit]?: ProfileEdit[K] | undefined };

function readEdit({ name, username, email, isEmailShown }: Given): Result<ProfileEdit> {
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

async function changeProfile(context: SignedInContext, edit: ProfileEdit, currentPassword: string): Promise<Result<Account>> {
  const { env, db, user, nowMs, locale, waitUntil, sessionId } = context;
  const asRead = await findUser(db, user.id);
  if (!asRead) return fail("user-not-found");
  const isOtherEmail = edit.email !== undefined && normalize(edit.email) !== asRead.emailKey;
  if (isOtherEmail) {
    const proven = await confirmOwner(context, { user: asRead, currentPassword, sessionId });
    if (!proven.ok) return proven;
    if (!(await mayChangeEmail(db, user.id, nowMs))) return fail("too-many-attempts");
  }
  const mail = { kind: "email-changed" } as const;
  const farewell = isOtherEmail ? mailRow(context, { to: asRead.email, locale, mail }) : null;
  let row: UserRow | null;
  try {
    row = await updateProfile(db, user.id, { edit, asRead, farewell, nowMs });
  } catch (error) {
    const taken = await findTakenByOther(db, user.id, edit);
    if (taken) return fail(taken);
    throw error;
  }
  // what was proven, and whom the mail is for, is so no more: they may look, and try again
  if (!row) return fail((await findUser(db, user.id)) ? "profile-update-failed" : "user-not-found");
  if (farewell && farewell.nextTryAtMs !== null) waitUntil(deliverMail({ env, db, nowMs }, farewell));
  if (row.name !== user.name) await publishProfileChange(context);
  return ok(await accountOf(context, row));
}

/** Others see the caller as they are now, wherever they are shown; on, where the caller has hung up. */
export async function publishProfileChange({ env, db, user, waitUntil }: SignedInContext): Promise<void> {
  const showing = notifyPersonChange({ env, db }, user.id).catch((error) => {
    // the change stands, and rooms find out by themselves
    logError("person-telling", error, { person: user.id });
  });
  waitUntil(showing);
  await showing;
}

async function accountOf({ db }: SignedInContext, row: UserRow): Promise<Account> {
  const { id, name, username, email, avatar, superAdmin, passwordHash, isEmailShown, createdAtMs } = row;
  const linked = await listLinked(db, id);
  const idAt = (provider: Provider) => linked.find((account) => account.provider === provider)?.providerUserId ?? null;
  const providers = { google_id: idAt("google"), github_id: idAt("github"), spotify_id: idAt("spotify") };
  const hasPassword = passwordHash !== null;
  return {
    ...{ _id: id, name, username, email, avatar, super_admin: superAdmin, ...providers, hasPassword, isEmailShown },
    createdAt: createdAtMs,
  };
}
