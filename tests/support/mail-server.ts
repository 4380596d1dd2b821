import { vi } from "vitest";

export const MAIL_URL = "https://mail.test/emails";

/** What goes wrong: an answer that is no success, a page in place of one, half a JSON, a redirect, silence, no connection. */
export type MailFault = "none" | "500" | "page" | "garbage" | "elsewhere" | "silent" | "gone";
type TakenMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
};

/** Stands for a provider like Resend, in place of the network. It takes what has the key, and of one idempotency key once. */
export function startMailServer(key: string) {
  const taken = new Map<string, TakenMail>();
  let fault: MailFault = "none";
  let asked = 0;

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    asked += 1;
    const request = new Request(input, init);
    if (request.url !== MAIL_URL) throw new Error(`nobody is at ${request.url}`);
    const isRight = request.method === "POST" && request.headers.get("Authorization") === `Bearer ${key}`;
    if (!isRight) return Response.json({ name: "invalid_api_key" }, { status: 401 });
    if (fault !== "none") return failing(fault, init?.signal ?? null);
    taken.set(request.headers.get("Idempotency-Key") ?? `${taken.size}`, (await request.json()) as TakenMail);
    return Response.json({ id: crypto.randomUUID() });
  }

  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(answer as typeof fetch);
  return {
    mails: () => [...taken.values()],
    asked: () => asked,
    setFault(next: MailFault) {
      fault = next;
    },
    close: () => spy.mockRestore(),
  };
}

function failing(fault: Exclude<MailFault, "none">, signal: AbortSignal | null): Promise<Response> | Response {
  switch (fault) {
    case "500":
      return new Response("", { status: 500 });
    case "page":
      return new Response("<!doctype html><title>Sign in</title>");
    case "garbage":
      return new Response('{"id": "half');
    case "elsewhere":
      return new Response(null, { status: 302, headers: { Location: "https://evil.example" } });
    case "silent":
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    case "gone":
      throw new TypeError("Network connection lost.");
  }
}
