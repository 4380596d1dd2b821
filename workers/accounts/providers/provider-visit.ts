import { generateCodeVerifier, generateState } from "arctic";
import { z } from "zod";
import { PROVIDERS } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import { insertProviderVisit, takeProviderVisit } from "#db/queries/provider-visits.ts";
import { seal, unseal } from "#workers/crypto/seal.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { RequestScope } from "#workers/http/request-context.ts";
import { serverCookie } from "#workers/http/set-cookie.ts";

const visitSchema = z.object({
  provider: z.enum(PROVIDERS),
  mode: z.enum(["popup", "redirect"]),
  attempt: z.string(),
  returnTo: z.string(),
  /** Who links the account, and in which session; null: somebody who signs in. */
  link: z.object({ userId: z.string().transform((id) => id as UserId), sessionId: z.string() }).nullable(),
});
const sealedSchema = visitSchema.extend({ state: z.string(), verifier: z.string() });

/** A way to a provider and back, as this browser began it. */
export type ProviderVisit = z.infer<typeof visitSchema>;
type Secrets = { readonly state: string; readonly verifier: string };

type Scope = Pick<RequestScope, "env" | "db" | "nowMs">;

/** What the provider is handed, and the cookie by which this browser is known when it comes back. */
export async function beginVisit(
  { env, db, nowMs }: Scope,
  request: Request,
  visit: ProviderVisit,
): Promise<Secrets & { readonly setCookie: string }> {
  const [state, verifier] = [generateState(), generateCodeVerifier()];
  await insertProviderVisit(db, { stateHash: tokenHash(state), expiresAtMs: nowMs + limits.providerVisitMs });
  const value = seal(env.APP_SECRET, "provider-visit", JSON.stringify({ ...visit, state, verifier }));
  return { state, verifier, setCookie: visitCookie(request, { state, value, maxAgeMs: limits.providerVisitMs }) };
}

export type ReturnedVisit =
  /** Not begun in this browser, or too long ago to know. */
  | { readonly kind: "unknown" }
  /** Its state has come back before or too late. */
  | { readonly kind: "stale"; readonly visit: ProviderVisit }
  | { readonly kind: "good"; readonly visit: ProviderVisit; readonly verifier: string };

/** A visit by the state that comes back: once, and only to the browser that began it. */
export async function takeVisit({ env, db, nowMs }: Scope, request: Request, state: string): Promise<ReturnedVisit> {
  const isTaken = await takeProviderVisit(db, { stateHash: tokenHash(state), nowMs });
  const cookie = readCookie(request.headers.get("Cookie") ?? "", cookieName(state));
  const opened = cookie && unseal(env.APP_SECRET, "provider-visit", cookie);
  if (!opened) return { kind: "unknown" };
  const { state: begun, verifier, ...visit } = sealedSchema.parse(JSON.parse(opened));
  // the name is a part of the state only
  if (begun !== state) return { kind: "unknown" };
  return isTaken ? { kind: "good", visit, verifier } : { kind: "stale", visit };
}

/** Removes what `beginVisit` has set. */
export function endVisitCookie(request: Request, state: string): string {
  return visitCookie(request, { state, value: "", maxAgeMs: 0 });
}

type VisitCookie = { readonly state: string; readonly value: string; readonly maxAgeMs: number };

function visitCookie(request: Request, { state, value, maxAgeMs }: VisitCookie): string {
  return serverCookie(request, { name: cookieName(state), value, maxAgeMs, path: "/auth" });
}

/** Several windows may be on their way at once. */
function cookieName(state: string): string {
  return `tutti_visit_${tokenHash(state).slice(0, 12)}`;
}
