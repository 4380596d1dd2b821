import { createHash, randomUUID } from "node:crypto";
import type { Provider } from "#app/domain/accounts/provider.ts";

// Google, GitHub and Spotify as a client meets them: what they ask for, what they check, how they answer and refuse. They
// take requests and give answers, wherever those come from.

/** Who is signed in there. */
export type ProviderAccount = {
  readonly id: string;
  readonly name?: string | null;
  /** GitHub's. */
  readonly login?: string;
  readonly email?: string | null;
  readonly isEmailVerified?: boolean;
};

/** What goes wrong there, at which of its addresses. */
export type ProviderFault = {
  readonly at: "token" | "profile" | "emails";
  readonly how: "status-500" | "silent" | "garbage" | "error-body" | "wrong-token" | "huge" | "redirect";
};

/** How it is registered there: what the product must be told. */
export const clientOf = (provider: Provider) => ({ clientId: `tests-${provider}`, clientSecret: `secret-of-${provider}` });

type Code = {
  readonly provider: Provider;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly account: ProviderAccount;
};
type Step = ProviderFault["at"] | "authorize";

const STEPS: Readonly<Record<string, Step>> = {
  authorize: "authorize",
  token: "token",
  userinfo: "profile",
  user: "profile",
  me: "profile",
  "user/emails": "emails",
};

export type FakeProviders = ReturnType<typeof fakeProviders>;

export function fakeProviders() {
  const accounts = new Map<Provider, ProviderAccount>();
  const faults = new Map<Provider, ProviderFault>();
  const codes = new Map<string, Code>();
  const tokens = new Map<string, { readonly provider: Provider; readonly account: ProviderAccount }>();
  /** Everything that must stay between them and the product. */
  const secrets: string[] = [];
  const asked: string[] = [];
  let isAsking = true;

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, provider, ...rest] = url.pathname.split("/");
    const step = STEPS[rest.join("/")];
    if (!isOurs(provider) || !step) return new Response("Not Found", { status: 404 });
    asked.push(`${request.method} ${url.pathname}`);
    const fault = faults.get(provider);
    const broken = fault?.at === step ? await breakAnswer(fault, request) : null;
    if (broken) return broken;
    if (step === "authorize") return authorize(provider, url);
    return step === "token" ? exchange(provider, request) : tell(provider, step, request);
  }

  function authorize(provider: Provider, url: URL): Response {
    const {
      client_id,
      redirect_uri = "",
      response_type,
      state,
      code_challenge_method,
      code_challenge,
      ...rest
    } = read(url.searchParams);
    const isKnown = client_id === clientOf(provider).clientId && isRegistered(provider, redirect_uri);
    const isWhole = response_type === "code" && state && code_challenge_method === "S256" && code_challenge && rest["scope"];
    if (!isKnown || !isWhole) return new Response("This application is not registered like that", { status: 400 });
    const account = accounts.get(provider);
    const choice = rest["choice"] ?? (isAsking ? null : account ? "allow" : "cancel");
    if (choice === null) return page(provider, url, account);
    const back = new URL(redirect_uri);
    back.searchParams.set("state", state);
    if (choice === "cancel" || !account) {
      back.searchParams.set("error", "access_denied");
      return Response.redirect(back.href, 302);
    }
    const code = keep(randomUUID());
    codes.set(code, { provider, redirectUri: redirect_uri, challenge: code_challenge, account });
    back.searchParams.set("code", code);
    return Response.redirect(back.href, 302);
  }

  async function exchange(provider: Provider, request: Request): Promise<Response> {
    const { clientId, clientSecret } = clientOf(provider);
    if (request.headers.get("Authorization") !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`) {
      return refuse(provider, "invalid_client", 401);
    }
    const { grant_type, code = "", redirect_uri, code_verifier = "" } = read(await form(request));
    keep(code_verifier);
    const given = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const isRight = given?.provider === provider && given.redirectUri === redirect_uri && given.challenge === challenge;
    if (grant_type !== "authorization_code" || !isRight) return refuse(provider, "invalid_grant", 400);
    const token = keep(randomUUID());
    tokens.set(token, { provider, account: given.account });
    const isWrong = faults.get(provider)?.how === "wrong-token";
    return Response.json({ access_token: isWrong ? "wrong" : token, token_type: "Bearer", refresh_token: keep(randomUUID()) });
  }

  function tell(provider: Provider, step: Step, request: Request): Response {
    const held = tokens.get((request.headers.get("Authorization") ?? "").replace(/^Bearer /, ""));
    if (held?.provider !== provider) return Response.json({ message: "Bad credentials" }, { status: 401 });
    // as GitHub refuses it
    if (!request.headers.get("User-Agent")) return new Response("Please make sure you have one", { status: 403 });
    return Response.json(step === "emails" ? emailsOf(held.account) : PROFILES[provider](held.account));
  }

  function keep(secret: string): string {
    secrets.push(secret);
    return secret;
  }

  return {
    answer,
    /** What they were asked for, in order: `GET /github/user`. */
    asked: asked as readonly string[],
    /** Codes, verifiers and tokens. */
    secrets: secrets as readonly string[],
    /** Who is signed in there; null: nobody, and all that is left is to cancel. */
    setAccount(provider: Provider, account: ProviderAccount | null) {
      if (account) accounts.set(provider, account);
      else accounts.delete(provider);
    },
    setFault(provider: Provider, fault: ProviderFault | null) {
      if (fault) faults.set(provider, fault);
      else faults.delete(provider);
    },
    /** Whether there is a page with "Continue" and "Cancel", or it sends back at once. */
    setAsking(whether: boolean) {
      isAsking = whether;
    },
  };
}

function isOurs(name: string | undefined): name is Provider {
  return name === "google" || name === "github" || name === "spotify";
}

/** Its own path, on whichever host the product runs. */
function isRegistered(provider: Provider, redirectUri: string): boolean {
  return URL.canParse(redirectUri) && new URL(redirectUri).pathname === `/auth/${provider}/callback`;
}

async function form(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}

function read(params: URLSearchParams): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(params);
}

/** GitHub refuses with 200. */
function refuse(provider: Provider, error: string, status: number): Response {
  return Response.json({ error, error_description: "refused" }, { status: provider === "github" ? 200 : status });
}

const PROFILES: Readonly<Record<Provider, (account: ProviderAccount) => object>> = {
  google: ({ id, name, email, isEmailVerified = true }) => ({
    sub: id,
    ...(name && { name }),
    ...(email && { email, email_verified: isEmailVerified }),
  }),
  // its public email, which is none of those that count
  github: ({ id, name = null, login = `login-${id}` }) => ({ id: Number(id), login, name, email: "public@example.org" }),
  spotify: ({ id, name = null, email }) => ({ id, display_name: name, ...(email && { email }) }),
};

function emailsOf({ email, isEmailVerified = true }: ProviderAccount): readonly object[] {
  const other = { email: "other@users.noreply.example.org", primary: false, verified: true };
  return email ? [other, { email, primary: true, verified: isEmailVerified }] : [other];
}

async function breakAnswer({ how }: ProviderFault, request: Request): Promise<Response | null> {
  switch (how) {
    case "status-500":
      return new Response("Internal Server Error", { status: 500 });
    case "silent":
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    case "garbage":
      return new Response("<html>We are down for maintenance</html>", { headers: { "Content-Type": "application/json" } });
    case "error-body":
      return Response.json({ error: "bad_verification_code", error_description: "The code passed is incorrect." });
    case "huge":
      return Response.json({ access_token: "x", id: "1", sub: "1", padding: "x".repeat(1024 * 1024) });
    case "redirect":
      return Response.redirect("http://127.0.0.1:9/elsewhere", 307);
    case "wrong-token":
      return null;
  }
}

function page(provider: Provider, url: URL, account: ProviderAccount | undefined): Response {
  const link = (choice: string, text: string) => {
    const to = new URL(url);
    to.searchParams.set("choice", choice);
    return `<p><a href="${`${to.pathname}${to.search}`.replaceAll("&", "&amp;")}">${text}</a></p>`;
  };
  const links = [...(account ? [link("allow", "Continue")] : []), link("cancel", "Cancel")];
  const html = `<!doctype html><html lang="en"><title>${provider}</title><h1>Sign in with ${provider}</h1>${links.join("")}</html>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
