import { fail, ok } from "#app/domain/result.ts";
import type { Mailer } from "./mailer.ts";

/** Sends through the platform's `send_email` binding, which builds the message. https://developers.cloudflare.com/email-service/ */
export function createPlatformMailer(binding: Pick<SendEmail, "send">, from: string): Mailer {
  const sender = parseSender(from);
  return async (mail) => {
    try {
      await binding.send({ from: sender, ...mail });
      return ok(null);
    } catch (error) {
      return fail(getErrorCode(error));
    }
  };
}

/** Parses `Tutti <hello@example.org>`, or an address without a name. */
export function parseSender(from: string): string | { readonly name: string; readonly email: string } {
  const { name = "", email = "" } = /^\s*"?(?<name>[^"<]*?)"?\s*<(?<email>[^<>]+)>\s*$/.exec(from)?.groups ?? {};
  return name && email ? { name, email } : email || from.trim();
}

/** The platform's error code, such as `E_SENDER_NOT_VERIFIED`. The message is not used: it may contain addresses. */
function getErrorCode(error: unknown): string {
  const { code } = error instanceof Error && "code" in error ? error : { code: null };
  return typeof code === "string" ? code : "refused";
}
