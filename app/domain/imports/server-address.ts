import { fail, ok, type Result } from "#app/domain/result.ts";

/** The part of `URL` that this file uses. The language itself has no `URL`; every platform declares its own. */
type Address = Readonly<Record<"protocol" | "username" | "password" | "host" | "pathname" | "search" | "hash", string>>;
declare const URL: new (text: string) => Address;

/** Longer than the address of any server: it is stored, and a part of every request's URL. */
const ADDRESS_CHARS_MAX = 500;

/**
 * Normalizes the address of a Subsonic server: an http(s) URL without a slash at its end, to which `/rest/ping.view` can be
 * added. It may have a path, for servers behind a reverse proxy. Without a scheme, it means https. Whether the address is
 * private is not checked.
 */
export function parseServerAddress(text: string): Result<string, "service-address-invalid"> {
  const url = parseUrl(text.trim());
  if (!url || !["http:", "https:"].includes(url.protocol)) return fail("service-address-invalid");
  const { username, password, search, hash } = url;
  // credentials have fields of their own, and a query or a fragment belongs to a page and not to a server
  if (username || password || search || hash) return fail("service-address-invalid");
  return ok(`${url.protocol}//${url.host}${toPrefix(url.pathname)}`);
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

function parseUrl(text: string): Address | null {
  // the URL parser removes line breaks and would join two lines into one URL
  if (text === "" || text.length > ADDRESS_CHARS_MAX || /\p{Cc}/u.test(text)) return null;
  try {
    return new URL(SCHEME.test(text) ? text : `https://${text}`);
  } catch {
    // the constructor throws only for an invalid URL
    return null;
  }
}

/** Without the `/rest` that some servers show as a part of their address: every request adds it. */
function toPrefix(pathname: string): string {
  const segments = pathname.split("/").filter(Boolean);
  if (segments.at(-1) === "rest") segments.pop();
  return segments.map((segment) => `/${segment}`).join("");
}
