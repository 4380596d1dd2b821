import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeEach, vi } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { SessionAnswer } from "#app/protocol/http.ts";
import { clientOf, type FakeProviders, fakeProviders } from "#tests/support/fake-providers.ts";
import { ORIGIN } from "#tests/workers/support/client.ts";
import worker from "#workers/app.ts";

const PROVIDERS_ORIGIN = "http://127.0.0.1:9911";

/** Of a Worker that is registered with all providers, which are on this machine. */
export const BINDINGS: Cloudflare.Env = {
  ...env,
  PROVIDER_LOOPBACK: PROVIDERS_ORIGIN,
  ...Object.fromEntries(
    PROVIDERS.flatMap((provider) => {
      const { clientId, clientSecret } = clientOf(provider);
      return [
        [`${provider.toUpperCase()}_CLIENT_ID`, clientId],
        [`${provider.toUpperCase()}_CLIENT_SECRET`, clientSecret],
      ];
    }),
  ),
};

/** Those of the test that runs. */
export let providers: FakeProviders;

/** For a file of tests: each has providers of its own, which answer whatever the Worker fetches; there is nothing else to reach. */
export function fakeProvidersForEachTest(): void {
  beforeEach(() => {
    const fresh = fakeProviders();
    fresh.setAsking(false);
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (new URL(request.url).origin !== PROVIDERS_ORIGIN) throw new Error(`nothing is at ${request.url}`);
      return fresh.answer(request);
    });
    providers = fresh;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Where a redirect leads: a path of ours with what it says, or an address elsewhere. */
export type Landing = { readonly path: string; readonly said: Readonly<Record<string, string>> };

type Jar = Map<string, { readonly value: string; readonly path: string }>;
export type Browser = ReturnType<typeof newBrowser>;

let addresses = 0;

/** A browser with a jar of cookies that knows their paths, at an address of its own. */
export function newBrowser({ bindings = BINDINGS, jar = new Map() as Jar } = {}) {
  addresses += 1;
  const address = `10.7.${addresses >> 8}.${addresses & 255}`;

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ "CF-Connecting-IP": address, "User-Agent": "Mozilla/5.0", ...init.headers });
    const { pathname } = new URL(path, ORIGIN);
    const sent = [...jar].filter(([, cookie]) => pathname.startsWith(cookie.path));
    if (sent.length > 0) headers.set("Cookie", sent.map(([name, { value }]) => `${name}=${value}`).join("; "));
    const request = new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init, headers });
    const response = await worker.fetch(request as never, bindings, createExecutionContext());
    for (const line of response.headers.getAll("Set-Cookie")) keepCookie(jar, line);
    return response;
  }

  /** Whom the browser is signed in as. */
  async function whoAmI() {
    return ((await (await send("/api/_auth/session")).json()) as SessionAnswer).user;
  }

  const post = (path: string, body: unknown = {}) =>
    send(path, {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Leaves for a provider: the address there. */
  async function leave(path: string): Promise<URL> {
    const response = await send(path);
    if (response.status !== 302) throw new Error(`${path}: ${response.status}`);
    return new URL(response.headers.get("Location") ?? "", ORIGIN);
  }

  return { address, jar, send, post, leave, whoAmI };
}

/** Says there that it is them: the way back. */
export async function consent(there: URL): Promise<string> {
  const answered = await providers.answer(new Request(there));
  if (answered.status !== 302) throw new Error(`${there}: ${answered.status} ${await answered.text()}`);
  const back = new URL(answered.headers.get("Location") ?? "");
  return `${back.pathname}${back.search}`;
}

export async function land(browser: Browser, back: string): Promise<Landing> {
  return landingOf(await browser.send(back));
}

export function landingOf(response: Response): Landing {
  if (response.status !== 302) throw new Error(`not sent on: ${response.status}`);
  const location = response.headers.get("Location") ?? "";
  // an address elsewhere keeps its host here
  const url = new URL(location, ORIGIN);
  const path = url.origin === ORIGIN && !location.startsWith("//") ? url.pathname : url.href;
  return { path, said: Object.fromEntries(url.searchParams) };
}

/** The whole way, there and back. */
export async function visit(
  browser: Browser,
  { provider, query = "", purpose = "sign-in" }: { provider: Provider; query?: string; purpose?: "sign-in" | "link" },
): Promise<Landing> {
  const way = purpose === "link" ? `/api/auth/link-${provider}` : `/auth/${provider}`;
  const there = await browser.leave(`${way}?${query}`);
  if (there.origin === ORIGIN) return { path: there.pathname, said: Object.fromEntries(there.searchParams) };
  return land(browser, await consent(there));
}

function keepCookie(jar: Jar, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const [name = "", value = ""] = pair.split("=");
  const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
  if (attributes.includes("Max-Age=0")) jar.delete(name);
  else jar.set(name, { value, path });
}

let accounts = 0;

/** Somebody whom no test has met. */
export function newAccount() {
  accounts += 1;
  const id = String(1000 + accounts);
  return { id, name: `Person ${accounts}`, login: `person-${accounts}`, email: `person${accounts}@example.org` };
}

/** Somebody with a password, signed in. */
export async function newMember() {
  const { name, login, email } = newAccount();
  const browser = newBrowser();
  const username = login.replace("-", "_");
  await browser.post("/api/auth/register", { name, username, email, password: "correct horse" });
  const { id } = (await browser.whoAmI()) ?? {};
  if (!id) throw new Error("nobody was registered");
  return { ...browser, email, username, id };
}
