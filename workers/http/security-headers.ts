import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./request-context.ts";

/** What a page may load and do. Scripts run by nonce or from our own files only. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    // React writes the `style` attributes of what it renders on the server; no stylesheet comes in this way
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const HEADERS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
};

/** Sets what every answer carries. Never put before a socket's route: a copied 101 has lost its WebSocket. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  if (new URL(c.req.url).protocol === "https:") {
    c.res.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  if (c.res.headers.get("Content-Type")?.startsWith("text/html")) {
    c.res.headers.set("Content-Security-Policy", contentSecurityPolicy(c.var.requestContext.nonce));
  }
});
