import type { Context } from "hono";
import { z } from "zod";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { signIn } from "#workers/accounts/sign-in/sign-in.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import type { AuthorizationSuccess } from "./authorization-result.ts";
import { consumeAuthorization, type ProviderAuthorization } from "./provider-authorization.ts";
import { createProviderClient, fetchIdentity } from "./provider-client.ts";
import { getProviderCredentials } from "./provider-credentials.ts";
import type { ProviderIdentity } from "./provider-profiles.ts";
import { resolveProviderUser } from "./resolve-provider-user.ts";
import type { ReturnTarget } from "./return-target.ts";

/** The time limit for all requests to the provider together. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** The query of the callback. There is no code if the user or the provider has refused. */
const querySchema = z.object({ state: z.string().min(1).max(200), code: z.string().min(1).max(2048).optional() });

type FinishedAuthorization = { readonly target: ReturnTarget; readonly result: Result<AuthorizationSuccess> };

/**
 * Finishes an authorization in the callback: consumes its state, fetches the identity from the provider, then signs in, signs
 * up or links. Nothing in the query is trusted before the state is verified.
 */
export async function finishAuthorization(c: Context<AppEnv>, provider: Provider): Promise<FinishedAuthorization> {
  const defaultTarget: ReturnTarget = { provider, mode: "redirect", attempt: "", returnTo: "/" };
  const query = querySchema.safeParse(Object.fromEntries(new URL(c.req.url).searchParams));
  if (!query.success) return { target: defaultTarget, result: fail("provider-failed") };
  const { state, code } = query.data;
  const consumed = await consumeAuthorization(c, state);
  if (consumed.kind === "unknown") return { target: defaultTarget, result: fail("provider-failed") };
  const { authorization } = consumed;
  if (consumed.kind === "stale" || authorization.provider !== provider || code === undefined) {
    return { target: authorization, result: fail(generalError(authorization)) };
  }
  try {
    const result = await completeAuthorization(c, { authorization, code, verifier: consumed.verifier });
    const isGeneral = !result.ok && result.error === "provider-failed";
    return { target: authorization, result: isGeneral ? fail(generalError(authorization)) : result };
  } catch (error) {
    // an error page would leave the window that opened the popup waiting
    logError("provider", error, { provider });
    return { target: authorization, result: fail(generalError(authorization)) };
  }
}

type CodeGrant = { readonly authorization: ProviderAuthorization; readonly code: string; readonly verifier: string };

/** Exchanges the code for an identity, then signs its user in or links it. */
async function completeAuthorization(c: Context<AppEnv>, grant: CodeGrant): Promise<Result<AuthorizationSuccess>> {
  const { provider, link } = grant.authorization;
  if (link && !(await isCurrentSession(c.var.requestContext, link))) return fail("provider-link-failed");
  const identity = await loadIdentity(c, grant);
  if (!identity.ok) return identity;
  const user = await resolveProviderUser(c.var.requestContext, { provider, identity: identity.value, linkTo: link });
  if (!user.ok) return user;
  if (user.value === null) return ok("linked");
  const { providerUserId } = identity.value;
  const sessionUser = await signIn(c, user.value, { kind: "provider", provider, providerUserId });
  return sessionUser ? ok("signed-in") : fail("provider-failed");
}

async function loadIdentity(
  c: Context<AppEnv>,
  { authorization, code, verifier }: CodeGrant,
): Promise<Result<ProviderIdentity>> {
  const { provider } = authorization;
  const credentials = getProviderCredentials(c.env, provider);
  if (!credentials) return fail("provider-unavailable");
  const client = createProviderClient(c.env, c.req.raw, { provider, credentials });
  const identity = await withTimeout((signal) => fetchIdentity(client, { code, verifier }, signal));
  if (identity.ok) return identity;
  const { step, reason, status } = identity.error;
  logError("provider", new Error("fetching the identity has failed"), { provider, step, reason, status });
  return fail("provider-failed");
}

/** Whether the session that started the link is still the one of this browser. */
async function isCurrentSession(
  { session }: RequestContext,
  link: NonNullable<ProviderAuthorization["link"]>,
): Promise<boolean> {
  const current = await session();
  return current?.id === link.sessionId && current.user.id === link.userId;
}

async function withTimeout<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PROVIDER_TIMEOUT_MS);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function generalError({ link }: ProviderAuthorization): ErrorCode {
  return link ? "provider-link-failed" : "provider-failed";
}
