import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "./request-context.ts";

/** hono sends these by default; this application does not need them. */
const UNUSED_HEADERS = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

const HEADERS = {
  ...UNUSED_HEADERS,
  xContentTypeOptions: true,
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginOpenerPolicy: "same-origin",
  crossOriginResourcePolicy: "same-origin",
  // hono's type does not list `interestCohort`, which is why this is not a parameter of its own
  permissionsPolicy: { camera: [], geolocation: [], payment: [], usb: [], interestCohort: [] },
};

const HSTS = "max-age=31536000; includeSubDomains";

/** Other responses than pages load and run nothing, also if a browser shows them as a page. */
const NO_CONTENT_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** Sets the security headers of every response but that of an opened socket: a copied one would lose its WebSocket. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  // the headers of a response that an object has sent are immutable
  c.res = new Response(c.res.body, c.res);
  const isHttps = new URL(c.req.url).protocol === "https:";
  const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const setHeaders = secureHeaders({
    ...HEADERS,
    strictTransportSecurity: isHttps && HSTS,
    contentSecurityPolicy: isPage ? pagePolicy(c.var.requestContext.nonce) : NO_CONTENT_POLICY,
  });
  await setHeaders(c, () => Promise.resolve());
});

/** A script of a page runs with the page's nonce, or if it is a file of this origin. */
function pagePolicy(nonce: string) {
  return {
    defaultSrc: ["'none'"],
    // compiles the encoder of covers for browsers that cannot encode WebP
    scriptSrc: ["'self'", `'nonce-${nonce}'`, "'wasm-unsafe-eval'"],
    styleSrc: ["'self'"],
    // React renders `style` attributes on the server; this directive does not allow style elements or stylesheets
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:"],
    mediaSrc: ["'self'", "blob:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  };
}
