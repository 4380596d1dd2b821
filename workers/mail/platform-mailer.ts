import { fail, ok } from "#app/domain/result.ts";
import type { Mailer } from "./mailer.ts";

/** Over the platform's `send_email` binding, which builds the message. https://developers.cloudflare.com/email-service/ */
export function platformMailer(binding: Pick<SendEmail, "send">, from: string): Mailer {
  const sender = parseSender(from);
  return async (mail) => {
    try {
      await binding.send({ from: sender, ...mail });
      return ok(null);
    } catch (error) {
      return fail(faultOf(error));
    }
  };
}

/** `Tutti <hello@example.org>`, or the bare address. */
export function parseSender(from: string): string | { readonly name: string; readonly email: string } {
  const { name = "", email = "" } = /^\s*"?(?<name>[^"<]*?)"?\s*<(?<email>[^<>]+)>\s*$/.exec(from)?.groups ?? {};
  return name && email ? { name, email } : email || from.trim();
}

/** The platform names what is wrong: `E_SENDER_NOT_VERIFIED`. Its message may repeat addresses. */
function faultOf(error: unknown): string {
  const { code } = error instanceof Error && "code" in error ? error : { code: null };
  return typeof code === "string" ? code : "refused";
}
