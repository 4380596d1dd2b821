import { z } from "zod";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { countOwnTracks, listOwnedRooms, type OwnTrackCounts } from "#db/queries/account-removal.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { reauthenticate } from "#workers/accounts/sign-in/reauthenticate.ts";
import { userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext, self, signedIn, withCookie } from "#workers/functions/define.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";
import { removeAccount } from "./remove-account.ts";

/** The consequences of removing an account. */
export type RemovalPlan = {
  readonly rooms: readonly {
    readonly id: RoomId;
    readonly name: string;
    readonly room_url: string;
    /** Null if the room will be removed. */
    readonly newOwner: Person | null;
  }[];
  readonly tracks: OwnTrackCounts;
  readonly hasPassword: boolean;
};

/** Functions that remove the signed-in user's account. */
export const accountRemovalFunctions = {
  planRemoval: defineFunction({
    kind: "query",
    access: withCookie(signedIn),
    summary:
      "Returns what removing the signed-in user's account would do. Each owned room passes to its longest-serving admin, or is removed if it has none. The user's tracks are removed from all rooms, except editions of other people's tracks, which pass to the uploaders of the originals.",
    returns:
      "`rooms` that the user owns, each with `newOwner` (null if it would be removed); `tracks` with the `count` of those that would be deleted, the number of these `inOthersRooms`, and the number of editions that would be `returned`; `hasPassword`.",
    args: z.strictObject({}),
    handler: async ({ db, user }): Promise<Result<RemovalPlan>> => {
      const [owned, tracks, row] = await Promise.all([
        listOwnedRooms(db, user.id),
        countOwnTracks(db, user.id),
        findUser(db, user.id),
      ]);
      const rooms = owned.map(({ id, name, url, newOwner }) => ({ id, name, room_url: url, newOwner }));
      return ok({ rooms, tracks, hasPassword: row?.passwordHash != null });
    },
  }),

  remove: defineFunction({
    kind: "mutation",
    access: withCookie(self("id")),
    summary:
      "Permanently removes the signed-in user's account, as `users.planRemoval` describes. An account without a password can be removed only within ten minutes of signing in.",
    returns: "null",
    args: z.strictObject({
      id: userId.describe("The signed-in user's id"),
      password: z.string().max(1000).optional().describe("Required if the account has a password"),
      username: z
        .string()
        .max(300)
        .optional()
        .describe("The user's own username, as a confirmation. Required if the account has no password"),
    }),
    handler: async (context, { id, password, username }): Promise<Result<null>> => {
      const { env, db, nowMs, locale } = context;
      const row = await findUser(db, id);
      if (!row) return fail("login-required");
      const confirmed = await confirmRemoval(context, row, { password, username });
      if (!confirmed.ok) return confirmed;
      const notice = createMailRow(context, { to: row.email, locale, mail: { kind: "account-deleted" } });
      await runToCompletion(context, () => removeAccount({ env, db, userId: id, nowMs, notice }));
      deliverInBackground(context, notice);
      return ok(null);
    },
  }),
};

type Confirmation = { readonly password: string | undefined; readonly username: string | undefined };

/** Verifies the owner. A username is public, so entering it proves nothing; it prevents a removal by mistake. */
async function confirmRemoval(
  context: SignedInContext,
  user: UserRow,
  { password = "", username = "" }: Confirmation,
): Promise<Result<null>> {
  const isNameConfirmed = normalize(username.replace(/^@/, "")) === user.usernameKey;
  if (user.passwordHash === null && !isNameConfirmed) return fail("invalid-arguments");
  return reauthenticate(context, { user, currentPassword: password, sessionId: context.sessionId });
}
