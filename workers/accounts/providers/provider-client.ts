import { CodeChallengeMethod, OAuth2Client } from "arctic";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { fetchFromProvider, type ProviderFault } from "./fetch-from-provider.ts";
import type { AuthorizationSecrets } from "./provider-authorization.ts";
import type { ProviderCredentials } from "./provider-credentials.ts";
import { getProviderEndpoints, type ProviderEndpoints } from "./provider-endpoints.ts";
import { PRIMARY_EMAIL_SCHEMA, PROFILE_SCHEMAS, type ProviderIdentity, TOKEN_SCHEMA } from "./provider-profiles.ts";

/** The fewest scopes that identify a user, and the parameter that makes the provider offer a choice of accounts. */
const AUTHORIZATION_PARAMS: Readonly<
  Record<Provider, { readonly scopes: string[]; readonly accountChoice: readonly [string, string] }>
> = {
  google: { scopes: ["openid", "email", "profile"], accountChoice: ["prompt", "select_account"] },
  github: { scopes: ["user:email"], accountChoice: ["prompt", "select_account"] },
  spotify: { scopes: ["user-read-email"], accountChoice: ["show_dialog", "true"] },
};

/** A provider, with this installation's registration. */
export type ProviderClient = {
  readonly provider: Provider;
  readonly credentials: ProviderCredentials;
  readonly endpoints: ProviderEndpoints;
  readonly redirectUri: string;
};

export function createProviderClient(
  env: Env,
  request: Request,
  { provider, credentials }: { readonly provider: Provider; readonly credentials: ProviderCredentials },
): ProviderClient {
  const redirectUri = `${new URL(request.url).origin}/auth/${provider}/callback`;
  return { provider, credentials, endpoints: getProviderEndpoints(env, provider), redirectUri };
}

/** The provider's page on which the user authorizes the sign-in. */
export function toAuthorizationUrl(client: ProviderClient, { state, verifier }: AuthorizationSecrets): URL {
  const { scopes, accountChoice } = AUTHORIZATION_PARAMS[client.provider];
  const { clientId, clientSecret } = client.credentials;
  const oauth = new OAuth2Client(clientId, clientSecret, client.redirectUri);
  const { S256 } = CodeChallengeMethod;
  const url = oauth.createAuthorizationURLWithPKCE(client.endpoints.authorize, state, S256, verifier, scopes);
  url.searchParams.set(...accountChoice);
  return url;
}

/** Exchanges the code for an access token and fetches the user's identity with it. The token is not stored. */
export async function fetchIdentity(
  client: ProviderClient,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  signal: AbortSignal,
): Promise<Result<ProviderIdentity, ProviderFault>> {
  const { provider, endpoints } = client;
  const token = await fetchFromProvider(endpoints.token, tokenRequest(client, code, verifier), TOKEN_SCHEMA, signal);
  if (!token.ok) return fail({ ...token.error, step: "token" });
  const authorized = { headers: { Authorization: `Bearer ${token.value}` } };
  const profile = await fetchFromProvider(endpoints.profile, authorized, PROFILE_SCHEMAS[provider], signal);
  if (!profile.ok) return fail({ ...profile.error, step: "profile" });
  if (endpoints.emails === null) return profile;
  const email = await fetchFromProvider(endpoints.emails, authorized, PRIMARY_EMAIL_SCHEMA, signal);
  return email.ok ? ok({ ...profile.value, ...email.value }) : fail({ ...email.error, step: "emails" });
}

/** RFC 6749 §4.1.3 with PKCE (RFC 7636). Arctic's own request has neither a timeout nor a limit on the response's size. */
function tokenRequest({ credentials, redirectUri }: ProviderClient, code: string, verifier: string): RequestInit {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const basic = btoa(`${credentials.clientId}:${credentials.clientSecret}`);
  return { method: "POST", body, headers: { Authorization: `Basic ${basic}` } };
}
