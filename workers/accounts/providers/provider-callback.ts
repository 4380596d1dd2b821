import { z } from "zod";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { SignInMethod } from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { signIn } from "#workers/accounts/sign-in/sessions.ts";
import { logError } from "#workers/http/log-error.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { admit } from "./admit-provider-user.ts";
import { providerKeys } from "./offered-providers.ts";
import { createProviderClient, identify } from "./provider-client.ts";
import type { Done, Waiting } from "./provider-outcome.ts";
import { consumeAuthorization, type ProviderAuthorization } from "./provider-visit.ts";

/** For all that is asked of a provider. */
const PROVIDER_WITHIN_MS = 10_000;

/** What a provider sends a browser back with. Without a code, it has refused or the person has. */
const querySchema = z.object({ state: z.string().min(1).max(200), code: z.string().min(1).max(2048).optional() });

type Finished = {
  readonly waiting: Waiting;
  readonly outcome: Result<Done>;
  /** Of a session that was begun. */
  readonly setCookies: readonly string[];
};

/** The end of a visit: nothing that comes back with the browser is believed before it is proven to be its own. */
export async function finishAuthorization(
  requestContext: RequestContext,
  request: Request,
  provider: Provider,
): Promise<Finished> {
  const nobody: Waiting = { provider, mode: "redirect", attempt: "", returnTo: "/" };
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return failed(nobody, "provider-failed");
  const returned = await consumeAuthorization(requestContext, request, query.data.state);
  if (returned.kind === "unknown") return failed(nobody, "provider-failed");
  const { authorization } = returned;
  const { code } = query.data;
  if (returned.kind === "stale" || authorization.provider !== provider || code === undefined)
    return failed(authorization, generalFailure(authorization));
  try {
    const user = await nameVisitor(requestContext, request, { authorization, code, verifier: returned.verifier });
    if (!user.ok) return failed(authorization, user.error === "provider-failed" ? generalFailure(authorization) : user.error);
    if (user.value === null) return { waiting: authorization, outcome: ok("linked"), setCookies: [] };
    const signedIn = await signIn(requestContext, user.value.user, { signInMethod: user.value.signInMethod, request });
    if (!signedIn) return failed(authorization, "provider-failed");
    return { waiting: authorization, outcome: ok("signed-in"), setCookies: signedIn.headers.getAll("Set-Cookie") };
  } catch (error) {
    // a window that waits is told, too
    logError("provider", error, { provider });
    return failed(authorization, generalFailure(authorization));
  }
}

type Returned = { readonly authorization: ProviderAuthorization; readonly code: string; readonly verifier: string };

/** Whom to sign in; null where their account was linked. */
async function nameVisitor(
  requestContext: RequestContext,
  request: Request,
  { authorization: { provider, link }, code, verifier }: Returned,
): Promise<Result<{ readonly user: UserRow; readonly signInMethod: SignInMethod } | null>> {
  if (link && !(await isStill(requestContext, link))) return fail("provider-link-failed");
  const keys = providerKeys(requestContext.env, provider);
  if (!keys) return fail("provider-unavailable");
  const client = createProviderClient(requestContext.env, request, { provider, keys });
  const identity = await withinTime((signal) => identify(client, { code, verifier }, signal));
  if (identity.ok) {
    const admitted = await admit(requestContext, { provider, identity: identity.value, linkFor: link });
    if (!admitted.ok || admitted.value === null) return admitted.ok ? ok(null) : admitted;
    const { providerUserId } = identity.value;
    return ok({ user: admitted.value, signInMethod: { kind: "provider", provider, providerUserId } });
  }
  const { step, reason, status } = identity.error;
  logError("provider", new Error("the provider has not said who it is"), { provider, step, reason, status });
  return fail("provider-failed");
}

/** Whoever began to link is signed in, in the same session. */
async function isStill(
  requestContext: RequestContext,
  link: { readonly userId: UserId; readonly sessionId: string },
): Promise<boolean> {
  const session = await requestContext.session();
  return session?.id === link.sessionId && session.user.id === link.userId;
}

async function withinTime<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PROVIDER_WITHIN_MS);
  try {
    return await run(late.signal);
  } finally {
    clearTimeout(timer);
  }
}

function generalFailure({ link }: ProviderAuthorization): ErrorCode {
  return link ? "provider-link-failed" : "provider-failed";
}

function failed(waiting: Waiting, error: ErrorCode): Finished {
  return { waiting, outcome: fail(error), setCookies: [] };
}
