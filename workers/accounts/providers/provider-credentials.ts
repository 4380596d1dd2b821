import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";

/** The OAuth client that this installation has registered with a provider. */
export type ProviderCredentials = { readonly clientId: string; readonly clientSecret: string };

/** Null if this installation is not registered with the provider. */
export function getProviderCredentials(env: Env, provider: Provider): ProviderCredentials | null {
  const [clientId, clientSecret] = {
    google: [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET],
    github: [env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET],
    spotify: [env.SPOTIFY_CLIENT_ID, env.SPOTIFY_CLIENT_SECRET],
  }[provider];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** The providers that this installation is registered with. */
export function listOfferedProviders(env: Env): readonly Provider[] {
  return PROVIDERS.filter((provider) => getProviderCredentials(env, provider) !== null);
}
