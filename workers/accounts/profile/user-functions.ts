import { z } from "zod";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { ProfileEdit } from "#db/queries/profile.ts";
import { findUser } from "#db/queries/users.ts";
import { userId } from "#workers/functions/arguments.ts";
import {
  type AccessRequirement,
  defineFunction,
  requireUser,
  type SignedIn,
  type SignedInContext,
  self,
  signedIn,
  withCookie,
} from "#workers/functions/define.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { ACCOUNT_FIELDS, type Account, toAccount } from "./account.ts";
import { changeProfileWithinLimit, parseProfileEdit } from "./change-profile.ts";

/** A signed-in user whose own email is given in an argument. */
const ownEmail: AccessRequirement<{ readonly email: string }, SignedIn> = {
  caller: "signed-in",
  description: "Signed-in users; `email` must be their own.",
  authorize: async (context, { email }) => {
    const granted = requireUser(context);
    if (!granted.ok || normalize(email) === normalize(granted.value.user.email)) return granted;
    return fail("forbidden");
  },
};

const text = (maxChars: number) => z.string().max(maxChars).optional();

/** Functions about accounts and public profiles. */
export const userFunctions = {
  getCurrentUser: defineFunction({
    kind: "query",
    access: ownEmail,
    summary: "Returns the signed-in user's account.",
    returns: ACCOUNT_FIELDS,
    args: z.strictObject({ email: z.string().max(accountLimits.emailChars).describe("The signed-in user's email") }),
    handler: async (context) => {
      const row = await findUser(context.db, context.user.id);
      return row ? ok(await toAccount(context, row)) : fail("user-not-found");
    },
  }),

  getById: defineFunction({
    kind: "query",
    access: signedIn,
    summary: "Returns a user's public profile.",
    returns: "`_id`, `name`, `username`, `avatar`, and `email`, which is null unless the user shows it or is the caller.",
    args: z.strictObject({ id: userId }),
    handler: async ({ db, user }, { id }) => {
      const row = await findUser(db, id);
      if (!row) return fail("user-not-found");
      const { name, username, avatar, email, isEmailShown } = row;
      return ok({ _id: id, name, username, avatar, email: isEmailShown || id === user.id ? email : null });
    },
  }),

  updateUserProfile: defineFunction({
    kind: "mutation",
    access: withCookie(self("id")),
    summary:
      "Changes the given fields of the signed-in user's account. A new email requires the current password, or a sign-in within the last ten minutes if none is set, and invalidates all password reset links.",
    returns: `The changed account: ${ACCOUNT_FIELDS}`,
    args: z.strictObject({
      id: userId,
      name: text(300),
      username: text(300),
      email: text(300),
      isEmailShown: z.boolean().optional().describe("Whether other users see the email"),
      currentPassword: z.string().max(1000).optional().describe("Required with a new email, if the account has a password"),
    }),
    handler: async (context, { id: _id, currentPassword = "", ...fields }) => {
      const edit = parseProfileEdit(fields);
      if (!edit.ok) return edit;
      return runToCompletion(context, () => updateAccount(context, edit.value, currentPassword));
    },
  }),
};

async function updateAccount(context: SignedInContext, edit: ProfileEdit, currentPassword: string): Promise<Result<Account>> {
  const changed = await changeProfileWithinLimit(context, edit, currentPassword);
  return changed.ok ? ok(await toAccount(context, changed.value)) : changed;
}
