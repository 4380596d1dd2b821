import type { Provider } from "#app/domain/accounts/provider.ts";

export type ProviderEndpoints = {
  readonly authorize: string;
  readonly token: string;
  readonly profile: string;
  /** The list of email addresses; null if the profile contains the email. */
  readonly emails: string | null;
};

const ENDPOINTS: Readonly<Record<Provider, ProviderEndpoints>> = {
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    profile: "https://openidconnect.googleapis.com/v1/userinfo",
    emails: null,
  },
  github: {
    authorize: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    profile: "https://api.github.com/user",
    emails: "https://api.github.com/user/emails",
  },
  spotify: {
    authorize: "https://accounts.spotify.com/authorize",
    token: "https://accounts.spotify.com/api/token",
    profile: "https://api.spotify.com/v1/me",
    emails: null,
  },
};

const TEST_PATHS: Readonly<Record<Provider, ProviderEndpoints>> = {
  google: { authorize: "/google/authorize", token: "/google/token", profile: "/google/userinfo", emails: null },
  github: { authorize: "/github/authorize", token: "/github/token", profile: "/github/user", emails: "/github/user/emails" },
  spotify: { authorize: "/spotify/authorize", token: "/spotify/token", profile: "/spotify/me", emails: null },
};

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/;

/** The provider's endpoints, or in tests those of a local server that imitates all providers (`PROVIDER_LOOPBACK`). */
export function getProviderEndpoints(env: Pick<Env, "PROVIDER_LOOPBACK">, provider: Provider): ProviderEndpoints {
  const origin = env.PROVIDER_LOOPBACK;
  if (!origin || !LOOPBACK.test(origin)) return ENDPOINTS[provider];
  const { authorize, token, profile, emails } = TEST_PATHS[provider];
  return {
    authorize: origin + authorize,
    token: origin + token,
    profile: origin + profile,
    emails: emails && origin + emails,
  };
}
