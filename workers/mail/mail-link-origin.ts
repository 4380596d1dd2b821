import { logError } from "#workers/http/log-error.ts";

/** The origin of links in mail: `MAIL_LINK_ORIGIN` if it is a valid origin, otherwise the host of the request. */
export function getMailLinkOrigin({ MAIL_LINK_ORIGIN: configured }: Pick<Env, "MAIL_LINK_ORIGIN">, request: Request): string {
  const requestOrigin = new URL(request.url).origin;
  if (!configured) return requestOrigin;
  const origin = parseOrigin(configured);
  if (!origin) logError("mail-link-origin", new Error("MAIL_LINK_ORIGIN must be an origin such as https://tutti.example"));
  return origin ?? requestOrigin;
}

function parseOrigin(address: string): string | null {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === "https:" || protocol === "http:" ? origin : null;
  } catch {
    // not a URL, such as a host name without `https://`
    return null;
  }
}
