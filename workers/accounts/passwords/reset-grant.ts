import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import { serverCookie } from "#workers/http/set-cookie.ts";

// What signs in once, right after a new password was set by a link: a token in a cookie that scripts cannot read and that
// goes to one path only. Its hash stands beside the link.

const COOKIE = "tutti_grant";
const PATH = "/api/auth/auto-login";

export function grantCookie(request: Request, token: string): string {
  return serverCookie(request, { name: COOKIE, value: token, maxAgeMs: accountLimits.resetGrantMs, path: PATH });
}

export function removedGrantCookie(request: Request): string {
  return serverCookie(request, { name: COOKIE, value: "", maxAgeMs: 0, path: PATH });
}

export function readGrant(request: Request): string | null {
  return readCookie(request.headers.get("Cookie") ?? "", COOKIE);
}
