import { createExecutionContext, env } from "cloudflare:test";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { provideRequestContext } from "#workers/http/provide-request-context.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { securityHeaders } from "#workers/http/security-headers.ts";
import staticHeaders from "../../../public/_headers?raw";
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
const NO_CONTENT = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
const HSTS = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

describe("the security headers", () => {
  it("are sent with every response", async () => {
    const { headers } = await fetchFrom(ORIGIN, "/json");
    expect(Object.fromEntries(headers)).toEqual({ "content-type": "application/json", ...HEADERS, ...NO_CONTENT, ...HSTS });
  });

  it("include HSTS over HTTPS only", async () => {
    const { headers } = await fetchFrom("http://localhost:8787", "/json");
    expect(Object.fromEntries(headers)).toEqual({ "content-type": "application/json", ...HEADERS, ...NO_CONTENT });
  });

  it("include a content security policy with the request's nonce for pages", async () => {
    const response = await fetchFrom(ORIGIN, "/page");
    const nonce = await response.text();
    expect(nonce).toMatch(/^[a-z2-7]{32}$/);
    expect(response.headers.get("Content-Security-Policy")).toBe(
      [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
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

  it("are sent with the refusal of a socket", async () => {
    const { status, headers } = await createClient().fetch("/api/lobby/socket");
    expect(status).toBe(400);
    expect(Object.fromEntries(headers)).toMatchObject({ ...HEADERS, ...NO_CONTENT, ...HSTS });
  });

  it("are sent with static files, as far as they cannot keep a script from running", () => {
    const [, ofAllFiles = ""] = staticHeaders.split("\n/*\n");
    const rows = ofAllFiles
      .trim()
      .split("\n")
      .map((line) => line.trim().split(": "));
    const { "x-content-type-options": type, "x-frame-options": frame, "cross-origin-resource-policy": resource } = HEADERS;
    expect(Object.fromEntries(rows.map(([name = "", value]) => [name.toLowerCase(), value]))).toEqual({
      ...{ "x-content-type-options": type, "x-frame-options": frame, "cross-origin-resource-policy": resource, ...HSTS },
      "content-security-policy": "frame-ancestors 'none'",
    });
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
