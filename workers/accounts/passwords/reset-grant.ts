import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { serverCookieOptions } from "#workers/http/server-cookie.ts";

// A reset grant signs the user in once, right after a password reset. It is a token in a cookie that scripts cannot read and
// that browsers send to one path only. Its hash is stored with the reset.

const COOKIE = "tutti_grant";
const PATH = "/api/auth/auto-login";

export function setGrantCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, COOKIE, token, serverCookieOptions(c.req.raw, { maxAgeMs: accountLimits.resetGrantMs, path: PATH }));
}

export function deleteGrantCookie(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, serverCookieOptions(c.req.raw, { maxAgeMs: 0, path: PATH }));
}

export function readGrant(c: Context<AppEnv>): string | null {
  return getCookie(c, COOKIE) || null;
}
