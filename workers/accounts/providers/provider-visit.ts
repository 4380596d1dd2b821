import { generateCodeVerifier, generateState } from "arctic";
import { z } from "zod";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { PROVIDERS } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import { consumeProviderAuthorization, insertProviderAuthorization } from "#db/queries/provider-authorizations.ts";
import { seal, unseal } from "#workers/crypto/seal.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { serverCookie } from "#workers/http/set-cookie.ts";

const authorizationSchema = z.object({
  provider: z.enum(PROVIDERS),
  mode: z.enum(["popup", "redirect"]),
  attempt: z.string(),
  returnTo: z.string(),
  /** Who links the account, and in which session; null: somebody who signs in. */
  link: z.object({ userId: z.string().transform((id) => id as UserId), sessionId: z.string() }).nullable(),
});
const sealedSchema = authorizationSchema.extend({ state: z.string(), verifier: z.string() });

/** A way to a provider and back, as this browser began it. */
export type ProviderAuthorization = z.infer<typeof authorizationSchema>;
type Secrets = { readonly state: string; readonly verifier: string };

type Scope = Pick<RequestContext, "env" | "db" | "nowMs">;

/** What the provider is handed, and the cookie by which this browser is known when it comes back. */
export async function startAuthorization(
  { env, db, nowMs }: Scope,
  request: Request,
  authorization: ProviderAuthorization,
): Promise<Secrets & { readonly setCookie: string }> {
  const [state, verifier] = [generateState(), generateCodeVerifier()];
  await insertProviderAuthorization(db, {
    stateHash: tokenHash(state),
    expiresAtMs: nowMs + accountLimits.providerAuthorizationMs,
  });
  const value = seal(env.APP_SECRET, "provider-authorization", JSON.stringify({ ...authorization, state, verifier }));
  return {
    state,
    verifier,
    setCookie: authorizationCookie(request, { state, value, maxAgeMs: accountLimits.providerAuthorizationMs }),
  };
}

export type ReturnedAuthorization =
  /** Not begun in this browser, or too long ago to know. */
  | { readonly kind: "unknown" }
  /** Its state has come back before or too late. */
  | { readonly kind: "stale"; readonly authorization: ProviderAuthorization }
  | { readonly kind: "good"; readonly authorization: ProviderAuthorization; readonly verifier: string };

/** A visit by the state that comes back: once, and only to the browser that began it. */
export async function consumeAuthorization(
  { env, db, nowMs }: Scope,
  request: Request,
  state: string,
): Promise<ReturnedAuthorization> {
  const isTaken = await consumeProviderAuthorization(db, { stateHash: tokenHash(state), nowMs });
  const cookie = readCookie(request.headers.get("Cookie") ?? "", cookieName(state));
  const opened = cookie && unseal(env.APP_SECRET, "provider-authorization", cookie);
  if (!opened) return { kind: "unknown" };
  const { state: begun, verifier, ...authorization } = sealedSchema.parse(JSON.parse(opened));
  // the name is a part of the state only
  if (begun !== state) return { kind: "unknown" };
  return isTaken ? { kind: "good", authorization, verifier } : { kind: "stale", authorization };
}

/** Removes what `startAuthorization` has set. */
export function removedAuthorizationCookie(request: Request, state: string): string {
  return authorizationCookie(request, { state, value: "", maxAgeMs: 0 });
}

type AuthorizationCookie = { readonly state: string; readonly value: string; readonly maxAgeMs: number };

function authorizationCookie(request: Request, { state, value, maxAgeMs }: AuthorizationCookie): string {
  return serverCookie(request, { name: cookieName(state), value, maxAgeMs, path: "/auth" });
}

/** Several windows may be on their way at once. */
function cookieName(state: string): string {
  return `tutti_authorization_${tokenHash(state).slice(0, 12)}`;
}
