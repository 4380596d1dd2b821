import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeEach, vi } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { SessionResponse } from "#app/protocol/http.ts";
import { createFakeProviders, type FakeProviders, getProviderClient } from "#tests/support/fake-providers.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import worker from "#workers/app.ts";

const PROVIDERS_ORIGIN = "http://127.0.0.1:9911";

/** The bindings of a Worker that is registered with all (fake) providers. */
export const BINDINGS: Cloudflare.Env = {
  ...env,
  PROVIDER_LOOPBACK: PROVIDERS_ORIGIN,
  ...Object.fromEntries(
    PROVIDERS.flatMap((provider) => {
      const { clientId, clientSecret } = getProviderClient(provider);
      return [
        [`${provider.toUpperCase()}_CLIENT_ID`, clientId],
        [`${provider.toUpperCase()}_CLIENT_SECRET`, clientSecret],
      ];
    }),
  ),
};

/** The fake providers of the running test. */
export let providers: FakeProviders;

/** Gives each test of a file its own fake providers. They answer all requests of the Worker; nothing else can be reached. */
export function installFakeProviders(): void {
  beforeEach(() => {
    const fresh = createFakeProviders();
    fresh.setConsentPage(false);
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (new URL(request.url).origin !== PROVIDERS_ORIGIN) throw new Error(`no server at ${request.url}`);
      return fresh.handleRequest(request);
    });
    providers = fresh;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** The target of a redirect: a path of this origin or another URL, with the parameters of its query. */
export type RedirectTarget = { readonly path: string; readonly params: Readonly<Record<string, string>> };

type Jar = Map<string, { readonly value: string; readonly path: string }>;
export type Browser = ReturnType<typeof createBrowser>;

let addresses = 0;

/** A browser with its own address and a cookie jar that respects paths. */
export function createBrowser({ bindings = BINDINGS, jar = new Map() as Jar } = {}) {
  addresses += 1;
  const address = `10.7.${addresses >> 8}.${addresses & 255}`;

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ "CF-Connecting-IP": address, "User-Agent": "Mozilla/5.0", ...init.headers });
    const { pathname } = new URL(path, ORIGIN);
    const sent = [...jar].filter(([, cookie]) => pathname.startsWith(cookie.path));
    if (sent.length > 0) headers.set("Cookie", sent.map(([name, { value }]) => `${name}=${value}`).join("; "));
    const request = new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init, headers });
    const response = await worker.fetch(request as never, bindings, createExecutionContext());
    for (const line of response.headers.getAll("Set-Cookie")) storeCookie(jar, line);
    return response;
  }

  /** The user that the browser is signed in as. */
  async function fetchUser() {
    return ((await (await send("/api/_auth/session")).json()) as SessionResponse).user;
  }

  const post = (path: string, body: unknown = {}) =>
    send(path, {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Starts an authorization. Returns the URL at the provider. */
  async function startAuthorization(path: string): Promise<URL> {
    const response = await send(path);
    if (response.status !== 302) throw new Error(`${path}: ${response.status}`);
    return new URL(response.headers.get("Location") ?? "", ORIGIN);
  }

  return { address, jar, send, post, startAuthorization, fetchUser };
}

/** Authorizes at the provider. Returns the path of the callback. */
export async function authorizeAtProvider(url: URL): Promise<string> {
  const response = await providers.handleRequest(new Request(url));
  if (response.status !== 302) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  const callback = new URL(response.headers.get("Location") ?? "");
  return `${callback.pathname}${callback.search}`;
}

export async function followCallback(browser: Browser, callback: string): Promise<RedirectTarget> {
  return readRedirect(await browser.send(callback));
}

export function readRedirect(response: Response): RedirectTarget {
  if (response.status !== 302) throw new Error(`not a redirect: ${response.status}`);
  const location = response.headers.get("Location") ?? "";
  // a URL of another origin is returned with its host
  const url = new URL(location, ORIGIN);
  const path = url.origin === ORIGIN && !location.startsWith("//") ? url.pathname : url.href;
  return { path, params: Object.fromEntries(url.searchParams) };
}

/** Runs a whole authorization, from its start to the redirect after the callback. */
export async function authorize(
  browser: Browser,
  { provider, query = "", purpose = "sign-in" }: { provider: Provider; query?: string; purpose?: "sign-in" | "link" },
): Promise<RedirectTarget> {
  const start = purpose === "link" ? `/api/auth/link-${provider}` : `/auth/${provider}`;
  const authorizationUrl = await browser.startAuthorization(`${start}?${query}`);
  if (authorizationUrl.origin === ORIGIN) {
    return { path: authorizationUrl.pathname, params: Object.fromEntries(authorizationUrl.searchParams) };
  }
  return followCallback(browser, await authorizeAtProvider(authorizationUrl));
}

function storeCookie(jar: Jar, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const [name = "", value = ""] = pair.split("=");
  const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
  if (attributes.includes("Max-Age=0")) jar.delete(name);
  else jar.set(name, { value, path });
}

let accounts = 0;

/** A new account at a provider. */
export function createProviderAccount() {
  accounts += 1;
  const id = String(1000 + accounts);
  return { id, name: `Person ${accounts}`, login: `person-${accounts}`, email: `person${accounts}@example.org` };
}

/** A signed-in user with a password. */
export async function registerInBrowser() {
  const { name, login, email } = createProviderAccount();
  const browser = createBrowser();
  const username = login.replace("-", "_");
  await browser.post("/api/auth/register", { name, username, email, password: "correct horse" });
  const { id } = (await browser.fetchUser()) ?? {};
  if (!id) throw new Error("the registration has failed");
  return { ...browser, email, username, id };
}
