import { z } from "zod";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { deleteExpiredRoomTokens, findRoomToken, insertRoomToken } from "#db/queries/room-tokens.ts";
import { findRoom, type RoomRow } from "#db/queries/rooms.ts";
import { verifyPassword } from "#workers/crypto/password-hash.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { type FunctionContext, openFunction } from "#workers/functions/define.ts";
import { forgetRoomTry, mayTryRoomPassword } from "#workers/rate-limits/rate-limits.ts";

const notBlank = z.string().max(1000).regex(/\S/);
const room_url = notBlank.describe("The room's url or id");
const session_id = notBlank.max(100).describe("Any text that the browser makes up once for its session");

/** Rooms with a password: who knows it gets a token for one browser session and a day. */
export const roomPasswords = {
  checkPassword: openFunction("query", {
    summary: "Whether this is the room's password. Tries are limited.",
    returns: "`valid`",
    args: z.strictObject({ room_url, password: notBlank }),
    handler: async (context, { room_url, password }) => {
      const checked = await check(context, room_url, password);
      if (checked.ok) return ok({ valid: true });
      return checked.error === "room-password-wrong" ? ok({ valid: false }) : checked;
    },
  }),

  generateAccessToken: openFunction("mutation", {
    summary:
      "Gives who knows the room's password a token. It goes with the session id, in the headers `X-Room-Token` and `X-Room-Session` of calls, or as `token` and `session` in the address of the socket.",
    returns: "`token` and `expiresAt`",
    args: z.strictObject({ room_url, password: notBlank, session_id }),
    handler: async (context, { room_url, password, session_id }) => {
      const checked = await check(context, room_url, password);
      if (!checked.ok) return checked;
      const token = newToken();
      const expiresAtMs = context.nowMs + accessLimits.roomTokenMs;
      const stored = { tokenHash: tokenHash(token), roomId: checked.value.id, sessionId: session_id, expiresAtMs };
      await insertRoomToken(context.db, stored);
      return ok({ token, expiresAt: expiresAtMs });
    },
  }),

  verifyAccessToken: openFunction("query", {
    summary: "Whether a token still opens a room.",
    returns: "`valid`, and `error` where it does not: `Token expired` or `Invalid token`.",
    args: z.strictObject({ room_url, token: notBlank, session_id }),
    handler: async ({ db, nowMs }, { room_url, token, session_id }) => {
      const found = await findRoom(db, room_url);
      if (!found) return fail("room-not-found");
      const stored = await findRoomToken(db, tokenHash(token));
      if (stored?.roomId !== found.room.id || stored.sessionId !== session_id) {
        return ok({ valid: false, error: "Invalid token" as const });
      }
      return stored.expiresAtMs > nowMs ? ok({ valid: true }) : ok({ valid: false, error: "Token expired" as const });
    },
  }),

  cleanupExpiredTokens: openFunction("mutation", {
    summary: "Removes the tokens that are over, as happens every 300 seconds by itself.",
    returns: "`removed`: how many.",
    args: z.strictObject({}),
    handler: async ({ db, nowMs }) => ok({ removed: await deleteExpiredRoomTokens(db, nowMs) }),
  }),
};

async function check({ db, nowMs, address }: FunctionContext, idOrUrl: string, password: string): Promise<Result<RoomRow>> {
  const found = await findRoom(db, idOrUrl);
  if (!found) return fail("room-not-found");
  const { room } = found;
  // where there is none, none is right; whoever asks may come in without
  if (!room.passwordHash) return fail("room-password-wrong");
  const tried = { roomId: room.id, address };
  if (!(await mayTryRoomPassword(db, { ...tried, nowMs }))) return fail("too-many-attempts");
  if (!(await verifyPassword(room.passwordHash, password)).isRight) return fail("room-password-wrong");
  await forgetRoomTry(db, tried);
  return ok(room);
}
