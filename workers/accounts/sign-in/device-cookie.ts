import type { Context } from "hono";
import { ID_PATTERN } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/units.ts";
import type { UserRow } from "#db/queries/users.ts";
import { newToken } from "#workers/crypto/random.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { readServerCookie, setServerCookie } from "#workers/http/server-cookie.ts";

// An attacker who guesses passwords from very many addresses uses up an account's sign-in limit, and its owner must still
// be able to sign in. A browser that has signed in before therefore has a device cookie and sign-in limits of its own
// (OWASP, "device cookies"). The cookie does not sign anyone in. Its signature covers the expiry and the password hash, so
// a change of the password invalidates all device cookies of the account.

const COOKIE = "tutti_browser";
const MAX_AGE_MS = 365 * DAY_MS;
const SIGNATURE_BYTES = 20;

type CookieOwner = Pick<UserRow, "id" | "passwordHash">;

/** Sets the device cookie for the account that this browser has just signed in to. An existing device id is kept. */
export function setDeviceCookie(c: Context<AppEnv>, user: CookieOwner): void {
  const { env, nowMs } = c.var.requestContext;
  const deviceId = readDeviceId(c, user) ?? newToken();
  const content = `${user.id}.${deviceId}.${nowMs + MAX_AGE_MS}`;
  const signature = sign(env.APP_SECRET, "device-cookie", toSignedText(content, user), SIGNATURE_BYTES);
  setServerCookie(c, COOKIE, { value: `${content}.${signature}`, maxAgeMs: MAX_AGE_MS });
}

/** The id of this browser if it has a valid device cookie for the account; otherwise null. */
export function readDeviceId(c: Context<AppEnv>, user: CookieOwner): string | null {
  const { env, nowMs } = c.var.requestContext;
  const [userId = "", deviceId = "", expiresAtMs = "", signature = ""] = (readServerCookie(c.req.raw, COOKIE) ?? "").split(".");
  if (!ID_PATTERN.test(userId) || userId !== user.id) return null;
  const text = toSignedText(`${userId}.${deviceId}.${expiresAtMs}`, user);
  if (!verifySignature(env.APP_SECRET, "device-cookie", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  return Number(expiresAtMs) > nowMs ? deviceId : null;
}

function toSignedText(content: string, { passwordHash }: CookieOwner): string {
  return `${content}.${passwordHash ?? ""}`;
}
