import { logError } from "#workers/http/log-error.ts";
import { createMailer } from "./mailer.ts";

/**
 * The origin of links in mail: `MAIL_LINK_ORIGIN`. Without a valid one, it is the host of the request for mail that stays in the
 * outbox, and null for mail that is sent: a forged host would send the token of a reset link to an attacker.
 */
export function getMailLinkOrigin(env: Env, request: Request): string | null {
  const { MAIL_LINK_ORIGIN: configured } = env;
  const origin = configured ? parseOrigin(configured) : null;
  if (origin) return origin;
  const isSent = createMailer(env) !== null;
  if (configured || isSent) {
    logError("mail-link-origin", new Error("MAIL_LINK_ORIGIN must be an origin such as https://tutti.example"));
  }
  return isSent ? null : new URL(request.url).origin;
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
