import { generateCodeVerifier, generateState } from "arctic";
import type { Context } from "hono";
import { z } from "zod";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { PROVIDERS } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { consumeProviderAuthorization, insertProviderAuthorization } from "#db/queries/provider-authorizations.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { seal, unseal } from "#workers/crypto/seal.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { deleteServerCookie, readServerCookie, setServerCookie } from "#workers/http/server-cookie.ts";

// An authorization (RFC 6749 §4.1) is kept in two places from the redirect to the callback: the hash of its state in the
// database, so that a state is accepted once, and everything else in a sealed cookie, so that only the browser that started
// it can finish it.

const authorizationSchema = z.object({
  provider: z.enum(PROVIDERS),
  mode: z.enum(["popup", "redirect"]),
  attempt: z.string(),
  returnTo: z.string(),
  link: z.object({ userId: z.string().transform((id) => id as UserId), sessionId: z.string() }).nullable(),
});
const cookieSchema = authorizationSchema.extend({ state: z.string(), verifier: z.string() });

/** `link`: the user, and the session, that the provider's account is linked to. Null to sign in. */
export type ProviderAuthorization = z.infer<typeof authorizationSchema>;

/** The state and the PKCE code verifier (RFC 7636). */
export type AuthorizationSecrets = { readonly state: string; readonly verifier: string };

/** Creates the secrets of an authorization, stores the hash of its state and sets its cookie. */
export async function startAuthorization(
  c: Context<AppEnv>,
  authorization: ProviderAuthorization,
): Promise<AuthorizationSecrets> {
  const { env, db, nowMs } = c.var.requestContext;
  const maxAgeMs = accountLimits.providerAuthorizationMs;
  const secrets = { state: generateState(), verifier: generateCodeVerifier() };
  await insertProviderAuthorization(db, { stateHash: hashToken(secrets.state), expiresAtMs: nowMs + maxAgeMs });
  const sealed = seal(env.APP_SECRET, "provider-authorization", JSON.stringify({ ...authorization, ...secrets }));
  setServerCookie(c, cookieName(secrets.state), { value: sealed, maxAgeMs });
  return secrets;
}

type ConsumedAuthorization =
  /** This browser has no cookie of the authorization: another browser started it, or the cookie has expired. */
  | { readonly kind: "unknown" }
  /** The state was used before, or has expired. */
  | { readonly kind: "stale"; readonly authorization: ProviderAuthorization }
  | { readonly kind: "valid"; readonly authorization: ProviderAuthorization; readonly verifier: string };

/** Consumes the authorization of a state that the provider has sent back. It is valid once, in the browser that started it. */
export async function consumeAuthorization(c: Context<AppEnv>, state: string): Promise<ConsumedAuthorization> {
  const { env, db, nowMs } = c.var.requestContext;
  const isConsumed = await consumeProviderAuthorization(db, { stateHash: hashToken(state), nowMs });
  const sealed = readServerCookie(c.req.raw, cookieName(state));
  const json = sealed && unseal(env.APP_SECRET, "provider-authorization", sealed);
  if (!json) return { kind: "unknown" };
  const { state: startedState, verifier, ...authorization } = cookieSchema.parse(JSON.parse(json));
  // the cookie's name contains only a part of the state's hash
  if (startedState !== state) return { kind: "unknown" };
  return isConsumed ? { kind: "valid", authorization, verifier } : { kind: "stale", authorization };
}

export function deleteAuthorizationCookie(c: Context<AppEnv>, state: string): void {
  deleteServerCookie(c, cookieName(state));
}

/** One cookie per authorization: several windows may be open at once. */
function cookieName(state: string): string {
  return `tutti_authorization_${hashToken(state).slice(0, 12)}`;
}
