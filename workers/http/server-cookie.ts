import type { CookieOptions } from "hono/utils/cookie";

type Lifetime = { readonly maxAgeMs: number; readonly path?: string };

/** The attributes of a cookie that scripts cannot read. Local runs have no TLS, so the cookie is `Secure` over HTTPS only. */
export function serverCookieOptions(request: Request, { maxAgeMs, path = "/" }: Lifetime): CookieOptions {
  const secure = new URL(request.url).protocol === "https:";
  return { maxAge: maxAgeMs / 1000, path, httpOnly: true, sameSite: "Lax", secure };
}
