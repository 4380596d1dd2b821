import type { Context } from "hono";
import { generateCookie } from "hono/cookie";
import { parse as parseCookies } from "hono/utils/cookie";
import type { AppEnv } from "./request-context.ts";

// Cookies that scripts cannot read. Over HTTPS their names begin with `__Host-`: browsers accept such a cookie only from this host
// and over TLS, so neither another subdomain nor a page without TLS can set one (RFC 6265bis, "The __Host- Prefix"). The prefix
// requires the path `/`. Over HTTP, as on localhost, browsers refuse it.

/** The name that browsers send. */
export function serverCookieName(request: Request, name: string): string {
  return isHttps(request) ? `__Host-${name}` : name;
}

/** The value of a cookie; null if the request has none or an empty one. */
export function readServerCookie(request: Request, name: string): string | null {
  const sentName = serverCookieName(request, name);
  return parseCookies(request.headers.get("Cookie") ?? "", sentName)[sentName] || null;
}

type Content = { readonly value: string; readonly maxAgeMs: number };

/** The `Set-Cookie` header of a cookie. */
export function createServerCookie(request: Request, name: string, { value, maxAgeMs }: Content): string {
  const attributes = { maxAge: maxAgeMs / 1000, path: "/", httpOnly: true, sameSite: "Lax", secure: isHttps(request) } as const;
  return generateCookie(serverCookieName(request, name), value, attributes);
}

export function setServerCookie(c: Context<AppEnv>, name: string, content: Content): void {
  c.header("Set-Cookie", createServerCookie(c.req.raw, name, content), { append: true });
}

export function deleteServerCookie(c: Context<AppEnv>, name: string): void {
  setServerCookie(c, name, { value: "", maxAgeMs: 0 });
}

function isHttps(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}
