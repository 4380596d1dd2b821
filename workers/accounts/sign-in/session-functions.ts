import { z } from "zod";
import { fail, ok } from "#app/domain/result.ts";
import { deleteOtherSessions, deleteUserSession, listUserSessions } from "#db/queries/user-sessions.ts";
import { sha256 } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";

/** A device on which somebody is signed in. */
export type UserSession = {
  /** Names it, and opens nothing. */
  readonly id: string;
  /** As the device called itself; empty where it did not. */
  readonly browser: string;
  readonly os: string;
  readonly createdAtMs: number;
  /** When it was last used, to within ten minutes. */
  readonly seenAtMs: number;
  readonly isCurrent: boolean;
};

/** Where somebody is signed in. */
export const userSessions = {
  listSessions: signedInFunction("query", {
    summary: "Where the caller is signed in, the last used first.",
    returns: "`sessions`, each with `id`, `browser`, `os`, `createdAtMs`, `seenAtMs` and `isCurrent`.",
    args: z.strictObject({}),
    handler: async ({ db, user, sessionId, nowMs }) => {
      const rows = await listUserSessions(db, user.id, nowMs);
      const sessions = rows.map(({ tokenHash, browser, os, createdAtMs, seenAtMs }): UserSession => {
        return { id: tokenHash, browser, os, createdAtMs, seenAtMs, isCurrent: tokenHash === sessionId };
      });
      return ok({ sessions: sessions.sort((a, b) => b.seenAtMs - a.seenAtMs) });
    },
  }),

  endSession: signedInFunction("mutation", {
    summary: "Signs the caller out on another device, which loses its open rooms within 20 seconds.",
    returns: "null",
    args: z.strictObject({ id: sha256.describe("As `users.listSessions` says; not the one that asks") }),
    handler: async (context, { id }) => {
      if (id === context.sessionId) return fail("forbidden");
      if (!(await deleteUserSession(context.db, context.user.id, id))) return fail("session-gone");
      sendPagesBack(context);
      return ok(null);
    },
  }),

  endOtherSessions: signedInFunction("mutation", {
    summary: "Signs the caller out everywhere but here.",
    returns: "`ended`: how many sessions that were.",
    args: z.strictObject({}),
    handler: async (context) => {
      const ended = await deleteOtherSessions(context.db, context.user.id, context.sessionId);
      if (ended > 0) sendPagesBack(context);
      return ok({ ended });
    },
  }),
};

/** Lists of rooms that are open as somebody who is signed out. */
function sendPagesBack({ env, user, waitUntil }: SignedInContext): void {
  waitUntil(lobbyObject(env).signOut(user.id));
}
