import { vi } from "vitest";

export const MAIL_URL = "https://mail.test/emails";

/** How requests fail: an error status, an HTML page, truncated JSON, a redirect, no response or no connection. */
export type MailFault = "none" | "500" | "html" | "garbage" | "redirect" | "silent" | "no-connection";

type AcceptedMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
};

/**
 * Replaces `fetch` by a mail provider with an API like Resend's. It checks the key, and accepts one mail for each
 * idempotency key.
 */
export function startMailServer(key: string) {
  const accepted = new Map<string, AcceptedMail>();
  let fault: MailFault = "none";
  let requestCount = 0;

  async function handleRequest(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    requestCount += 1;
    const request = new Request(input, init);
    if (request.url !== MAIL_URL) throw new Error(`unexpected request to ${request.url}`);
    const isAuthorized = request.method === "POST" && request.headers.get("Authorization") === `Bearer ${key}`;
    if (!isAuthorized) return Response.json({ name: "invalid_api_key" }, { status: 401 });
    if (fault !== "none") return fail(fault, init?.signal ?? null);
    accepted.set(request.headers.get("Idempotency-Key") ?? `${accepted.size}`, (await request.json()) as AcceptedMail);
    return Response.json({ id: crypto.randomUUID() });
  }

  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(handleRequest as typeof fetch);
  return {
    mails: () => [...accepted.values()],
    requestCount: () => requestCount,
    setFault(next: MailFault) {
      fault = next;
    },
    close: () => spy.mockRestore(),
  };
}

function fail(fault: Exclude<MailFault, "none">, signal: AbortSignal | null): Promise<Response> | Response {
  switch (fault) {
    case "500":
      return new Response("", { status: 500 });
    case "html":
      return new Response("<!doctype html><title>Sign in</title>");
    case "garbage":
      return new Response('{"id": "half');
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: "https://evil.example" } });
    case "silent":
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    case "no-connection":
      throw new TypeError("Network connection lost.");
  }
}
