import { createMiddleware } from "hono/factory";
import { isPrivateName } from "#app/domain/imports/link-rules.ts";
import { errorSentence } from "./error-sentence.ts";
import { failure } from "./failure.ts";
import { parseUrl } from "./public-origin.ts";
import type { AppEnv } from "./request-context.ts";

/** As the URL parser returns it: it has replaced `\` by `/` and resolved `.` and `..`. */
const PATH_OF_ANOTHER_HOST = /^\/\//;

/**
 * Refuses paths that are a URL of another host where they are resolved as a reference, or that cannot be decoded, and hosts that are
 * not the server's.
 */
export const addressCheck = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname } = new URL(c.req.url);
  if (PATH_OF_ANOTHER_HOST.test(pathname) || !isDecodable(pathname)) return failure("path-refused");
  if (isOwnHost(c.req.raw, c.env)) return next();
  // a person who opens the server under a wrong name sees the response
  return failure("host-refused", { content: { message: errorSentence("host-refused", c.var.requestContext.locale) } });
});

/** Whether the percent-encoded bytes are UTF-8. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the `Host` header may name this server. The platform routes by host names. A server of one's own answers whatever name
 * leads to its address, which the DNS of another site can too (DNS rebinding): the pages of that site would then have the origin of
 * this server. It answers at its public origin, at addresses, and at names that public DNS does not have.
 */
function isOwnHost(request: Request, { FOREIGN_HOSTS, PUBLIC_ORIGIN }: Env): boolean {
  if (FOREIGN_HOSTS !== "refuse") return true;
  const address = parseUrl(`http://${request.headers.get("Host")}`);
  if (address === null) return false;
  const { hostname, host } = address;
  const url = new URL(request.url);
  // `url` has the public origin already
  if (PUBLIC_ORIGIN) return hostname === url.hostname || isLocalHost(hostname);
  // they differ if the client has sent `MF-Original-URL`, which the local runtime obeys
  return isLocalHost(hostname) && host === url.host;
}

function isLocalHost(hostname: string): boolean {
  const isAddress = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return isAddress || isPrivateName(hostname.replace(/\.$/, ""));
}
