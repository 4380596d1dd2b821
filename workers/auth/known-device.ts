import { ID_PATTERN, type UserId } from "#app/domain/ids.ts";
import { readCookie } from "#app/protocol/cookies.ts";
import { serverCookie } from "../http/set-cookie.ts";
import { newToken } from "../random.ts";
import { isSigned, sign } from "../signature.ts";

// Whoever guesses at an account from very many addresses uses up its tries, and its owner must still get in. A browser
// that has signed in to it before is known by a signed cookie, and has tries of its own (OWASP, device cookies). The
// cookie signs nobody in, and what it names is worth nothing without the signature.

const COOKIE = "tutti_device";
const PATH = "/api/auth";
const KEPT_MS = 365 * 24 * 60 * 60_000;
const SIGNATURE_BYTES = 20;

/** The cookie that makes this browser known to the account that it has just signed in to. */
export function knownDeviceCookie(secret: string, request: Request, userId: UserId): string {
  const text = `${userId}.${newToken()}`;
  const value = `${text}.${sign(secret, "known-device", text, SIGNATURE_BYTES)}`;
  return serverCookie(request, { name: COOKIE, value, maxAgeMs: KEPT_MS, path: PATH });
}

/** What the browser is known by to this account, or null. */
export function readKnownDevice(secret: string, request: Request, userId: string): string | null {
  const [owner = "", device = "", signature = ""] = (readCookie(request.headers.get("Cookie") ?? "", COOKIE) ?? "").split(".");
  if (!ID_PATTERN.test(owner) || owner !== userId) return null;
  const text = `${owner}.${device}`;
  return isSigned(secret, "known-device", { text, signature, bytes: SIGNATURE_BYTES }) ? device : null;
}
