import { SHARE_PATH } from "#app/protocol/service-worker.ts";

/** How the worker answers a request. `other` is left to the browser, as if there were no worker. */
export type RequestKind = "page" | "asset" | "share" | "other";

type RequestFacts = Pick<Request, "method" | "mode" | "url">;

/**
 * Paths that are no pages. A sign-in through a provider begins with a navigation whose headers the server checks, and a request
 * that a worker repeats has others.
 */
const NO_PAGE = /^\/(?:api|media|assets|builds|auth)\//;

type Shell = {
  /** The worker's own origin. */
  readonly origin: string;
  /** The paths of the files in its cache. */
  readonly assets: ReadonlySet<string>;
};

export function classifyRequest({ method, mode, url }: RequestFacts, { origin, assets }: Shell): RequestKind {
  const target = new URL(url);
  if (target.origin !== origin) return "other";
  const { pathname } = target;
  if (mode !== "navigate") return method === "GET" && assets.has(pathname) ? "asset" : "other";
  if (method === "POST" && pathname === SHARE_PATH) return "share";
  return method === "GET" && !NO_PAGE.test(pathname) ? "page" : "other";
}
