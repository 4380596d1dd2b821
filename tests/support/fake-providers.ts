import { createHash, randomUUID } from "node:crypto";
import type { Provider } from "#app/domain/accounts/provider.ts";
import {
  createConsentPage,
  createProfile,
  failRequest,
  listEmails,
  type ProviderAccount,
  type ProviderFault,
  refuseToken,
} from "./provider-responses.ts";

export type { ProviderAccount, ProviderFault } from "./provider-responses.ts";

/** The client that is registered at a provider, for the app's configuration. */
export const getProviderClient = (provider: Provider) => ({
  clientId: `tests-${provider}`,
  clientSecret: `secret-of-${provider}`,
});

type Grant = {
  readonly provider: Provider;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly account: ProviderAccount;
};

type Endpoint = ProviderFault["at"] | "authorize";

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  authorize: "authorize",
  token: "token",
  userinfo: "profile",
  user: "profile",
  me: "profile",
  "user/emails": "emails",
};

export type FakeProviders = ReturnType<typeof createFakeProviders>;

type State = {
  readonly accounts: Map<Provider, ProviderAccount>;
  readonly faults: Map<Provider, ProviderFault>;
  readonly grants: Map<string, Grant>;
  readonly tokens: Map<string, { readonly provider: Provider; readonly account: ProviderAccount }>;
  readonly secrets: string[];
  readonly receivedRequests: string[];
  showsConsentPage: boolean;
};

/** Google, GitHub and Spotify as an OAuth client sees them: they check requests, and respond and refuse as the real ones do. */
export function createFakeProviders() {
  const state: State = {
    accounts: new Map(),
    faults: new Map(),
    grants: new Map(),
    tokens: new Map(),
    secrets: [],
    receivedRequests: [],
    showsConsentPage: true,
  };
  return {
    handleRequest: (request: Request) => handleRequest(state, request),
    /** All requests in their order, such as `GET /github/user`. */
    receivedRequests: state.receivedRequests as readonly string[],
    /** Codes, verifiers and tokens, which only the provider and the app may see. */
    secrets: state.secrets as readonly string[],
    /** The account that is signed in at the provider. With null, the user can only cancel. */
    setAccount(provider: Provider, account: ProviderAccount | null) {
      if (account) state.accounts.set(provider, account);
      else state.accounts.delete(provider);
    },
    setFault(provider: Provider, fault: ProviderFault | null) {
      if (fault) state.faults.set(provider, fault);
      else state.faults.delete(provider);
    },
    /** Whether the provider shows a page with "Continue" and "Cancel", or redirects at once. */
    setConsentPage(isShown: boolean) {
      state.showsConsentPage = isShown;
    },
  };
}

async function handleRequest(state: State, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, provider, ...rest] = url.pathname.split("/");
  const endpoint = ENDPOINTS[rest.join("/")];
  if (!isProvider(provider) || !endpoint) return new Response("Not Found", { status: 404 });
  state.receivedRequests.push(`${request.method} ${url.pathname}`);
  const fault = state.faults.get(provider);
  const failure = fault?.at === endpoint ? await failRequest(fault, request) : null;
  if (failure) return failure;
  if (endpoint === "authorize") return authorize(state, provider, url);
  return endpoint === "token"
    ? exchangeCode(state, provider, request)
    : respondWithAccount(state, { provider, endpoint, request });
}

function authorize(state: State, provider: Provider, url: URL): Response {
  const params = toRecord(url.searchParams);
  const { client_id, redirect_uri = "", response_type, code_challenge_method, code_challenge, scope } = params;
  const isKnownClient = client_id === getProviderClient(provider).clientId && isRegistered(provider, redirect_uri);
  const isComplete = response_type === "code" && params["state"] && code_challenge_method === "S256" && code_challenge && scope;
  if (!isKnownClient || !isComplete) return new Response("This application is not registered like that", { status: 400 });
  const account = state.accounts.get(provider);
  const choice = params["choice"] ?? (state.showsConsentPage ? null : account ? "allow" : "cancel");
  if (choice === null) return createConsentPage(provider, url, account);
  const callback = new URL(redirect_uri);
  callback.searchParams.set("state", params["state"] ?? "");
  if (choice === "cancel" || !account) {
    callback.searchParams.set("error", "access_denied");
    return Response.redirect(callback.href, 302);
  }
  const code = createSecret(state);
  state.grants.set(code, { provider, redirectUri: redirect_uri, challenge: code_challenge, account });
  callback.searchParams.set("code", code);
  return Response.redirect(callback.href, 302);
}

async function exchangeCode(state: State, provider: Provider, request: Request): Promise<Response> {
  const { clientId, clientSecret } = getProviderClient(provider);
  if (request.headers.get("Authorization") !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`) {
    return refuseToken(provider, "invalid_client", 401);
  }
  const { grant_type, code = "", redirect_uri, code_verifier = "" } = toRecord(await readForm(request));
  state.secrets.push(code_verifier);
  const grant = state.grants.get(code);
  state.grants.delete(code);
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const isValid = grant?.provider === provider && grant.redirectUri === redirect_uri && grant.challenge === challenge;
  if (grant_type !== "authorization_code" || !isValid) return refuseToken(provider, "invalid_grant", 400);
  const token = createSecret(state);
  state.tokens.set(token, { provider, account: grant.account });
  const isWrong = state.faults.get(provider)?.how === "wrong-token";
  return Response.json({
    access_token: isWrong ? "wrong" : token,
    token_type: "Bearer",
    refresh_token: createSecret(state),
  });
}

type AccountRequest = { readonly provider: Provider; readonly endpoint: Endpoint; readonly request: Request };

function respondWithAccount(state: State, { provider, endpoint, request }: AccountRequest): Response {
  const session = state.tokens.get((request.headers.get("Authorization") ?? "").replace(/^Bearer /, ""));
  if (session?.provider !== provider) return Response.json({ message: "Bad credentials" }, { status: 401 });
  // GitHub requires this header.
  if (!request.headers.get("User-Agent")) return new Response("Please make sure you have one", { status: 403 });
  return Response.json(endpoint === "emails" ? listEmails(session.account) : createProfile(provider, session.account));
}

function createSecret(state: State): string {
  const secret = randomUUID();
  state.secrets.push(secret);
  return secret;
}

function isProvider(name: string | undefined): name is Provider {
  return name === "google" || name === "github" || name === "spotify";
}

/** Checks only the path, because the app runs on any host. */
function isRegistered(provider: Provider, redirectUri: string): boolean {
  return URL.canParse(redirectUri) && new URL(redirectUri).pathname === `/auth/${provider}/callback`;
}

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}

function toRecord(params: URLSearchParams): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(params);
}
