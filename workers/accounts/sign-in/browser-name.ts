import Bowser from "bowser";

/** The names by which the owner of a session recognizes it. Empty if unknown. */
export type BrowserName = { readonly browser: string; readonly os: string };

const HEADER_CHARS = 500;

/** Reads the names from the `User-Agent` header, of which nothing else is stored. */
export function readBrowserName(request: Request): BrowserName {
  const header = (request.headers.get("User-Agent") ?? "").slice(0, HEADER_CHARS);
  if (!header) return { browser: "", os: "" };
  const { browser, os } = Bowser.parse(header);
  return { browser: browser.name ?? "", os: os.name ?? "" };
}
