import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";

export type ProviderKeys = { readonly clientId: string; readonly clientSecret: string };

/** Null: this installation is not registered with the provider, which is then not offered. */
export function providerKeys(env: Env, provider: Provider): ProviderKeys | null {
  const [clientId, clientSecret] = {
    google: [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET],
    github: [env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET],
    spotify: [env.SPOTIFY_CLIENT_ID, env.SPOTIFY_CLIENT_SECRET],
  }[provider];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

export function offeredProviders(env: Env): readonly Provider[] {
  return PROVIDERS.filter((provider) => providerKeys(env, provider) !== null);
}
