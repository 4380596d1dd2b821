import { logError } from "#workers/http/log-error.ts";
import { parseOrigin } from "#workers/http/public-origin.ts";
import { createMailer } from "./mailer.ts";

/**
 * The origin of links in mail: `MAIL_LINK_ORIGIN`, or else `PUBLIC_ORIGIN`. It is never the host of the request, which an attacker
 * can forge to receive the token of a reset link. Without either it is empty for mail that stays in the outbox, which `/dev/mail`
 * shows with its own origin, and null for mail that is sent.
 */
export function getMailLinkOrigin(env: Env): string | null {
  const { MAIL_LINK_ORIGIN: configured, PUBLIC_ORIGIN = "" } = env;
  const origin = (configured && parseOrigin(configured)) || parseOrigin(PUBLIC_ORIGIN);
  const isSent = createMailer(env) !== null;
  if ((configured && !parseOrigin(configured)) || (isSent && !origin)) {
    logError("mail-link-origin", new Error("MAIL_LINK_ORIGIN must be an origin such as https://tutti.example"));
  }
  return origin ?? (isSent ? null : "");
}
