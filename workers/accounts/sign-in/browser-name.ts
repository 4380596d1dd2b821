import Bowser from "bowser";

/** What a person knows their device by. Empty where it says nothing that is known. */
export type BrowserName = { readonly browser: string; readonly os: string };

const HEADER_CHARS = 500;

/** As a browser calls itself; of what it says no more is kept than this. */
export function readBrowserName(request: Request): BrowserName {
  const header = (request.headers.get("User-Agent") ?? "").slice(0, HEADER_CHARS);
  if (!header) return { browser: "", os: "" };
  const { browser, os } = Bowser.parse(header);
  return { browser: browser.name ?? "", os: os.name ?? "" };
}
