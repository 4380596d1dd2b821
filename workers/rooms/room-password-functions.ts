import { z } from "zod";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { deleteExpiredRoomTokens } from "#db/queries/room-tokens.ts";
import { findRoom, type RoomRow } from "#db/queries/rooms.ts";
import { verifyPassword } from "#workers/crypto/password-hash.ts";
import { anyone, defineFunction, type FunctionContext } from "#workers/functions/define.ts";
import { allowRoomPasswordAttempt, clearRoomPasswordAttempt } from "#workers/rate-limits/room-password-limits.ts";
import { issueRoomToken, type RoomTokenError, verifyRoomToken } from "#workers/room-access/room-token.ts";

const notBlank = z.string().max(1000).regex(/\S/);
const room_url = notBlank.describe("The room's url or id");
const session_id = notBlank.max(100).describe("A string the browser generates once per browser session");

/** The sentences of SPEC §7, which clients compare. */
const TOKEN_ERRORS = {
  "room-token-expired": "Token expired",
  "room-token-invalid": "Invalid token",
} as const satisfies Record<RoomTokenError, string>;

/** Functions about room passwords. The right password is exchanged for a token, valid for a day in one browser session. */
export const roomPasswordFunctions = {
  checkPassword: defineFunction({
    kind: "query",
    access: anyone,
    summary: "Returns whether a password is the room's password. Attempts are limited.",
    returns: "`valid`",
    args: z.strictObject({ room_url, password: notBlank }),
    handler: async (context, { room_url, password }) => {
      const checked = await checkPassword(context, room_url, password);
      if (checked.ok) return ok({ valid: true });
      return checked.error === "room-password-wrong" ? ok({ valid: false }) : checked;
    },
  }),

  generateAccessToken: defineFunction({
    kind: "mutation",
    access: anyone,
    summary:
      "Issues a room access token for the right password. Calls carry it, with the session id, in the headers `X-Room-Token` and `X-Room-Session`; the address of the room's socket carries it as `token` and `session`.",
    returns: "`token` and `expiresAt`",
    args: z.strictObject({ room_url, password: notBlank, session_id }),
    handler: async (context, { room_url, password, session_id }) => {
      const room = await checkPassword(context, room_url, password);
      if (!room.ok) return room;
      const { token, expiresAtMs } = await issueRoomToken(context, { roomId: room.value.id, sessionId: session_id });
      return ok({ token, expiresAt: expiresAtMs });
    },
  }),

  verifyAccessToken: defineFunction({
    kind: "query",
    access: anyone,
    summary: "Returns whether a room access token is valid.",
    returns: "`valid`, and `error` if it is not: `Token expired` or `Invalid token`.",
    args: z.strictObject({ room_url, token: notBlank, session_id }),
    handler: async (context, { room_url, token, session_id }) => {
      const found = await findRoom(context.db, room_url);
      if (!found) return fail("room-not-found");
      const verified = await verifyRoomToken(context, token, { roomId: found.room.id, sessionId: session_id });
      return ok(verified.ok ? { valid: true } : { valid: false, error: TOKEN_ERRORS[verified.error] });
    },
  }),

  cleanupExpiredTokens: defineFunction({
    kind: "mutation",
    access: anyone,
    summary: "Deletes expired room access tokens, as the sweep does every five minutes.",
    returns: "`removed`: the number of deleted tokens.",
    args: z.strictObject({}),
    handler: async ({ db, nowMs }) => ok({ removed: await deleteExpiredRoomTokens(db, nowMs) }),
  }),
};

async function checkPassword(
  { db, nowMs, address }: FunctionContext,
  idOrUrl: string,
  password: string,
): Promise<Result<RoomRow>> {
  const found = await findRoom(db, idOrUrl);
  if (!found) return fail("room-not-found");
  const { room } = found;
  // a room without a password needs no token, and no password is right for it
  if (!room.passwordHash) return fail("room-password-wrong");
  const attempt = { roomId: room.id, address };
  const allowed = await allowRoomPasswordAttempt(db, attempt, nowMs);
  if (!allowed.ok) return allowed;
  if (!(await verifyPassword(room.passwordHash, password)).isCorrect) return fail("room-password-wrong");
  await clearRoomPasswordAttempt(db, attempt);
  return ok(room);
}
