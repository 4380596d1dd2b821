import { ID_PATTERN } from "#app/domain/ids.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import type { UserRow } from "#db/queries/users.ts";
import { newToken } from "#workers/crypto/random.ts";
import { isSigned, sign } from "#workers/crypto/signature.ts";
import { serverCookie } from "#workers/http/set-cookie.ts";

// Whoever guesses at an account from very many addresses uses up its tries, and its owner must still get in. A browser
// that has signed in to it before is known by a signed cookie, and has tries of its own (OWASP, device cookies). The
// cookie signs nobody in, and what it names is worth nothing without the signature. That covers when it is over, and the
// password: with another one, no browser is known any more.

const COOKIE = "tutti_browser";
const PATH = "/api/auth";
const KEPT_MS = 365 * 24 * 60 * 60_000;
const SIGNATURE_BYTES = 20;

type Owner = Pick<UserRow, "id" | "passwordHash">;
type Known = { readonly user: Owner; readonly nowMs: number };

/** The cookie that makes this browser known to the account that it has just signed in to; by the same name as before. */
export function knownBrowserCookie(secret: string, request: Request, { user, nowMs }: Known): string {
  const device = readKnownBrowser(secret, request, { user, nowMs }) ?? newToken();
  const text = `${user.id}.${device}.${nowMs + KEPT_MS}`;
  const value = `${text}.${sign(secret, "known-browser", signedText(text, user), SIGNATURE_BYTES)}`;
  return serverCookie(request, { name: COOKIE, value, maxAgeMs: KEPT_MS, path: PATH });
}

/** What the browser is known by to this account, or null. */
export function readKnownBrowser(secret: string, request: Request, { user, nowMs }: Known): string | null {
  const cookie = readCookie(request.headers.get("Cookie") ?? "", COOKIE) ?? "";
  const [owner = "", device = "", expiresAtMs = "", signature = ""] = cookie.split(".");
  if (!ID_PATTERN.test(owner) || owner !== user.id) return null;
  const text = signedText(`${owner}.${device}.${expiresAtMs}`, user);
  if (!isSigned(secret, "known-browser", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  return Number(expiresAtMs) > nowMs ? device : null;
}

function signedText(text: string, { passwordHash }: Owner): string {
  return `${text}.${passwordHash ?? ""}`;
}
