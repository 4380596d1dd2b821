import Bowser from "bowser";

/** How a session is shown to its owner. Empty strings where the browser or its system is unknown. */
export type BrowserName = { readonly browser: string; readonly os: string };

const HEADER_CHARS = 500;

/** Reads the names from `User-Agent`. Nothing else of the header is stored. */
export function readBrowserName(request: Request): BrowserName {
  const header = (request.headers.get("User-Agent") ?? "").slice(0, HEADER_CHARS);
  if (!header) return { browser: "", os: "" };
  const { browser, os } = Bowser.parse(header);
  return { browser: browser.name ?? "", os: os.name ?? "" };
}
