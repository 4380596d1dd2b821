import { createExecutionContext, env } from "cloudflare:test";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { provideRequestContext } from "#workers/http/provide-request-context.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { securityHeaders } from "#workers/http/security-headers.ts";
import securityPage from "../../../SECURITY.md?raw";

const app = new Hono<AppEnv>()
  .use(provideRequestContext(async () => null))
  .use(securityHeaders)
  .get("/page", (c) => c.html(c.var.requestContext.nonce))
  .get("/json", (c) => c.json({}));

const fetchFrom = (origin: string, path: string) => app.request(`${origin}${path}`, {}, env, createExecutionContext());

const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
const HSTS = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

describe("the security headers", () => {
  it("are sent with every response", async () => {
    const { headers } = await fetchFrom(ORIGIN, "/json");
    expect(Object.fromEntries(headers)).toEqual({ "content-type": "application/json", ...HEADERS, ...HSTS });
  });

  it("include HSTS over HTTPS only", async () => {
    const { headers } = await fetchFrom("http://localhost:8787", "/json");
    expect(Object.fromEntries(headers)).toEqual({ "content-type": "application/json", ...HEADERS });
  });

  it("include a content security policy with the request's nonce for pages", async () => {
    const response = await fetchFrom(ORIGIN, "/page");
    const nonce = await response.text();
    expect(nonce).toMatch(/^[a-z2-7]{32}$/);
    expect(response.headers.get("Content-Security-Policy")).toBe(
      [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        "style-src 'self'",
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
      ].join("; "),
    );
  });

  it("are those of SECURITY.md", async () => {
    const { headers } = await fetchFrom(ORIGIN, "/page");
    const policy = headers.get("Content-Security-Policy")?.replace(/nonce-\w+/, "nonce-…");
    expect(securityPage.replace(/\n +/g, " ")).toContain(`Content-Security-Policy: ${policy}`);
    const rows = [...securityPage.matchAll(/^\| `([\w-]+)` \| `(.+?)` \|/gm)].map(([, name = "", value]) => [
      name.toLowerCase(),
      value,
    ]);
    expect(Object.fromEntries(rows)).toEqual({ ...HEADERS, ...HSTS });
  });
});
