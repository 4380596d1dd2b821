import type { Context } from "hono";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { deleteServerCookie, readServerCookie, setServerCookie } from "#workers/http/server-cookie.ts";

// A reset grant signs the user in once, right after a password reset. It is a token in a cookie that scripts cannot read. Its
// hash is stored with the reset.

const COOKIE = "tutti_grant";

export function setGrantCookie(c: Context<AppEnv>, token: string): void {
  setServerCookie(c, COOKIE, { value: token, maxAgeMs: accountLimits.resetGrantMs });
}

export function deleteGrantCookie(c: Context<AppEnv>): void {
  deleteServerCookie(c, COOKIE);
}

export function readGrant(c: Context<AppEnv>): string | null {
  return readServerCookie(c.req.raw, COOKIE);
}
