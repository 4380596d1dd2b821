import { fail, ok } from "#app/domain/result.ts";
import type { Mailer } from "./mailer.ts";

const RESEND_URL = "https://api.resend.com/emails";
const TIMEOUT_MS = 10_000;

/** Over an HTTP API like Resend's. https://resend.com/docs/api-reference/emails/send-email */
export function apiMailer({
  from,
  key,
  url = RESEND_URL,
}: {
  readonly from: string;
  readonly key: string;
  readonly url?: string;
}): Mailer {
  return async ({ to, subject, html, text }, id) => {
    try {
      const answer = await fetch(url, {
        method: "POST",
        // the key is for this address only, and a page that somebody is led to has taken no mail
        redirect: "manual",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": id },
        body: JSON.stringify({ from, to, subject, html, text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const said = await answer.text();
      if (!answer.ok) return fail(`status ${answer.status}`);
      return said === "" || isJson(said) ? ok(null) : fail("not an API");
    } catch (error) {
      return fail(error instanceof Error ? error.name : "network");
    }
  };
}

/** A server that answers with a page is some other one, and the mail would be lost. */
function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    // a page, or half an answer
    return false;
  }
}
