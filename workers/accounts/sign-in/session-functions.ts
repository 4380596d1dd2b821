import { z } from "zod";
import { fail, ok } from "#app/domain/result.ts";
import { deleteOtherSessions, deleteUserSession, listUserSessions } from "#db/queries/user-sessions.ts";
import { sha256 } from "#workers/functions/arguments.ts";
import { defineFunction, signedIn, withCookie } from "#workers/functions/define.ts";

/** A session, as its owner sees it: a device on which the user is signed in. */
export type UserSession = {
  /** The hash of the session token. It cannot be used to sign in. */
  readonly id: string;
  /** Names from `User-Agent`; empty if unknown. */
  readonly browser: string;
  readonly os: string;
  readonly createdAtMs: number;
  /** The last use, with a precision of ten minutes. */
  readonly seenAtMs: number;
  readonly isCurrent: boolean;
};

/** Functions about the signed-in user's sessions. */
export const sessionFunctions = {
  listSessions: defineFunction({
    kind: "query",
    access: withCookie(signedIn),
    summary: "Returns the signed-in user's sessions, most recently used first.",
    returns: "`sessions`, each with `id`, `browser`, `os`, `createdAtMs`, `seenAtMs` and `isCurrent`.",
    args: z.strictObject({}),
    handler: async ({ db, user, sessionId, nowMs }) => {
      const rows = await listUserSessions(db, user.id, nowMs);
      const sessions = rows.map(({ tokenHash, browser, os, createdAtMs, seenAtMs }): UserSession => {
        return { id: tokenHash, browser, os, createdAtMs, seenAtMs, isCurrent: tokenHash === sessionId };
      });
      return ok({ sessions });
    },
  }),

  endSession: defineFunction({
    kind: "mutation",
    access: withCookie(signedIn),
    summary:
      "Ends another session of the signed-in user. Its open rooms are disconnected at once; if one could not be notified, within 90 seconds, and it does nothing there after 5.",
    returns: "null",
    args: z.strictObject({ id: sha256.describe("From `users.listSessions`; the calling session itself is refused") }),
    handler: async ({ db, user, sessionId }, { id }) => {
      if (id === sessionId) return fail("forbidden");
      return (await deleteUserSession(db, user.id, id)) ? ok(null) : fail("session-not-found");
    },
  }),

  endOtherSessions: defineFunction({
    kind: "mutation",
    access: withCookie(signedIn),
    summary: "Ends all sessions of the signed-in user except the calling one.",
    returns: "`ended`: the number of sessions that ended.",
    args: z.strictObject({}),
    handler: async ({ db, user, sessionId }) => ok({ ended: await deleteOtherSessions(db, user.id, sessionId) }),
  }),
};
