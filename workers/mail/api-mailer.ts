import { fail, ok } from "#app/domain/result.ts";
import type { Mailer } from "./mailer.ts";

const RESEND_URL = "https://api.resend.com/emails";
const TIMEOUT_MS = 10_000;

type ApiMailerOptions = { readonly from: string; readonly key: string; readonly url?: string };

/** Sends through an HTTP API that is compatible with Resend's. https://resend.com/docs/api-reference/emails/send-email */
export function createApiMailer({ from, key, url = RESEND_URL }: ApiMailerOptions): Mailer {
  return async ({ to, subject, html, text }, id) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        // the API key must not reach another address, and the page behind a redirect has not accepted the mail
        redirect: "manual",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": id },
        body: JSON.stringify({ from, to, subject, html, text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = await response.text();
      if (!response.ok) return fail(`status ${response.status}`);
      return body === "" || isJson(body) ? ok(null) : fail("not an API");
    } catch (error) {
      return fail(error instanceof Error ? error.name : "network");
    }
  };
}

/** A server that answers with an HTML page is not the mail API: treating its 200 as success would lose the mail. */
function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    // an HTML page, or a truncated response
    return false;
  }
}
