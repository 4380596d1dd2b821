import { z } from "zod";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { countOwnTracks, listInheritance } from "#db/queries/account-removal.ts";
import { findUser, type UserRow } from "#db/queries/users.ts";
import { confirmOwner } from "#workers/accounts/sign-in/confirm-owner.ts";
import { userId } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { mailRow, sendWritten } from "#workers/mail/send-mail.ts";
import { removeAccount } from "./remove-account.ts";

/** What the removal of an account does. */
export type RemovalPlan = {
  readonly rooms: readonly {
    readonly id: RoomId;
    readonly name: string;
    readonly room_url: string;
    /** Whose it will be; null: it is removed. */
    readonly heir: Person | null;
  }[];
  readonly tracks: { readonly count: number; readonly inOthersRooms: number };
  readonly hasPassword: boolean;
};

/** Taking one's leave. */
export const userRemoval = {
  planRemoval: signedInFunction("query", {
    summary:
      "What happens if the caller removes their account: a room goes to the admin who has been one longest, or is removed where there is none; tracks go everywhere.",
    returns:
      "`rooms` that the caller owns, each with `heir` (null: it is removed), `tracks` with their `count` and how many are `inOthersRooms`, and `hasPassword`.",
    args: z.strictObject({}),
    handler: async ({ db, user }): Promise<Result<RemovalPlan>> => {
      const [owned, tracks, row] = await Promise.all([
        listInheritance(db, user.id),
        countOwnTracks(db, user.id),
        findUser(db, user.id),
      ]);
      const rooms = owned.map(({ id, name, url, heir }) => ({ id, name, room_url: url, heir }));
      return ok({ rooms, tracks, hasPassword: row?.passwordHash != null });
    },
  }),

  remove: signedInFunction("mutation", {
    summary:
      "Removes the caller's account for good, with their tracks and what `users.planRemoval` says of their rooms. Where no password is set, only within ten minutes of a sign-in.",
    returns: "null",
    args: z.strictObject({
      id: userId.describe("The caller; anybody else is refused"),
      password: z.string().max(1000).optional().describe("Where one is set"),
      username: z.string().max(300).optional().describe("Where no password is set: the caller's own, to be sure"),
    }),
    handler: async (context, { id, password, username }): Promise<Result<null>> => {
      const { env, db, user, nowMs, locale, waitUntil } = context;
      if (id !== user.id) return fail("forbidden");
      const row = await findUser(db, id);
      if (!row) return fail("login-required");
      const confirmed = await confirm(context, row, { password, username });
      if (!confirmed.ok) return confirmed;
      const farewell = mailRow(context, { to: row.email, locale, mail: { kind: "account-deleted" } });
      const removing = removeAccount({ env, db, userId: id, nowMs, farewell });
      // who hangs up now leaves nothing half done
      waitUntil(removing.catch(() => undefined));
      await removing;
      sendWritten(context, farewell);
      return ok(null);
    },
  }),
};

type Confirmation = { readonly password: string | undefined; readonly username: string | undefined };

/** A username is on every page: it proves nothing, and keeps who does not read what a dialog says from going by mistake. */
async function confirm(
  context: SignedInContext,
  user: UserRow,
  { password = "", username = "" }: Confirmation,
): Promise<Result<null>> {
  const isNamed = normalize(username.replace(/^@/, "")) === user.usernameKey;
  if (user.passwordHash === null && !isNamed) return fail("invalid-arguments");
  return confirmOwner(context, { user, currentPassword: password, sessionId: context.sessionId });
}
