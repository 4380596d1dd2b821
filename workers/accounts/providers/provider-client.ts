import { CodeChallengeMethod, OAuth2Client } from "arctic";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ProviderKeys } from "./offered-providers.ts";
import { endpointsOf, type ProviderEndpoints } from "./provider-endpoints.ts";
import { PRIMARY_EMAIL, PROFILES, type ProviderIdentity, TOKEN } from "./provider-profiles.ts";
import { askProvider, type ProviderFault } from "./provider-request.ts";

/** What is asked for, no more than to know who somebody is; and that they choose the account there, not the browser. */
const REQUESTS: Readonly<Record<Provider, { readonly scopes: string[]; readonly choose: readonly [string, string] }>> = {
  google: { scopes: ["openid", "email", "profile"], choose: ["prompt", "select_account"] },
  github: { scopes: ["user:email"], choose: ["prompt", "select_account"] },
  spotify: { scopes: ["user-read-email"], choose: ["show_dialog", "true"] },
};

/** One provider, as this installation is registered with it. */
export type ProviderClient = {
  readonly provider: Provider;
  readonly keys: ProviderKeys;
  readonly endpoints: ProviderEndpoints;
  readonly redirectUri: string;
};

export function createProviderClient(
  env: Env,
  request: Request,
  { provider, keys }: { readonly provider: Provider; readonly keys: ProviderKeys },
): ProviderClient {
  const redirectUri = `${new URL(request.url).origin}/auth/${provider}/callback`;
  return { provider, keys, endpoints: endpointsOf(env, provider), redirectUri };
}

/** Where somebody says there that it is them. */
export function authorizeUrl(client: ProviderClient, { state, verifier }: { state: string; verifier: string }): URL {
  const { scopes, choose } = REQUESTS[client.provider];
  const oauth = new OAuth2Client(client.keys.clientId, client.keys.clientSecret, client.redirectUri);
  const { S256 } = CodeChallengeMethod;
  const url = oauth.createAuthorizationURLWithPKCE(client.endpoints.authorize, state, S256, verifier, scopes);
  url.searchParams.set(...choose);
  return url;
}

/** Who comes back with a code. The access token that it is exchanged for is used here and kept nowhere. */
export async function identify(
  client: ProviderClient,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  signal: AbortSignal,
): Promise<Result<ProviderIdentity, ProviderFault>> {
  const { provider, endpoints } = client;
  const token = await askProvider(endpoints.token, tokenRequest(client, code, verifier), TOKEN, signal);
  if (!token.ok) return fail({ ...token.error, step: "token" });
  const signed = { headers: { Authorization: `Bearer ${token.value}` } };
  const profile = await askProvider(endpoints.profile, signed, PROFILES[provider], signal);
  if (!profile.ok) return fail({ ...profile.error, step: "profile" });
  if (endpoints.emails === null) return profile;
  const email = await askProvider(endpoints.emails, signed, PRIMARY_EMAIL, signal);
  return email.ok ? ok({ ...profile.value, ...email.value }) : fail({ ...email.error, step: "emails" });
}

/** RFC 6749 §4.1.3 with PKCE (RFC 7636). Arctic's own way can neither be given up nor told how much to read. */
function tokenRequest({ keys, redirectUri }: ProviderClient, code: string, verifier: string): RequestInit {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const credentials = btoa(`${keys.clientId}:${keys.clientSecret}`);
  return { method: "POST", body, headers: { Authorization: `Basic ${credentials}` } };
}
