import { type Context, Hono } from "hono";
import { decideUnlink, PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { UnlinkResponse } from "#app/protocol/http.ts";
import { listLinkedAccounts, unlinkAccount } from "#db/queries/linked-accounts.ts";
import { findUser } from "#db/queries/users.ts";
import { isRecentSession } from "#workers/accounts/sign-in/reauthenticate.ts";
import { authFailure } from "#workers/http/auth-failure.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { isSameOriginNavigation } from "#workers/http/origin-check.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";
import { allowProviderAuthorization } from "#workers/rate-limits/sign-in-limits.ts";
import { type AuthorizationSuccess, toResultUrl } from "./authorization-result.ts";
import { deleteAuthorizationCookie, type ProviderAuthorization, startAuthorization } from "./provider-authorization.ts";
import { finishAuthorization } from "./provider-callback.ts";
import { createProviderClient, toAuthorizationUrl } from "./provider-client.ts";
import { getProviderCredentials, listOfferedProviders } from "./provider-credentials.ts";
import { parseReturnTarget, type ReturnTarget } from "./return-target.ts";
import { unlinkedMessage } from "./unlinked-message.ts";

/** Signing in and up through a provider, and linking its accounts (SPEC §7). */
export const providerRoutes = new Hono<AppEnv>();

for (const provider of PROVIDERS) {
  providerRoutes
    .get(`/auth/${provider}`, (c) => startSignIn(c, provider))
    .get(`/api/auth/link-${provider}`, (c) => startLink(c, provider))
    .get(`/auth/${provider}/callback`, (c) => callback(c, provider))
    .post(`/api/auth/unlink-${provider}`, (c) => unlink(c, provider));
}

async function startSignIn(c: Context<AppEnv>, provider: Provider): Promise<Response> {
  const target = parseReturnTarget(c.req.raw, provider);
  // an image in another site's page could use up the authorizations of every visitor of that page
  if (!isSameOriginNavigation(c.req.raw)) return redirectToResult(c, target, fail("origin-refused"));
  return redirectToProvider(c, { ...target, link: null });
}

async function startLink(c: Context<AppEnv>, provider: Provider): Promise<Response> {
  const target = parseReturnTarget(c.req.raw, provider);
  // another site could have signed the visitor in to the attacker's account at the provider, which would then open this one
  if (!isSameOriginNavigation(c.req.raw)) return redirectToResult(c, target, fail("origin-refused"));
  const session = await c.var.requestContext.session();
  if (!session) return redirectToResult(c, target, fail("login-required"));
  if (session.isByToken) return redirectToResult(c, target, fail("token-insufficient"));
  // the link stays bound to this session, and its authorization ends after ten minutes
  const isRecent = await isRecentSession(c.var.requestContext, session.id);
  if (!isRecent) return redirectToResult(c, target, fail("recent-sign-in-required"));
  return redirectToProvider(c, { ...target, link: { userId: session.user.id, sessionId: session.id } });
}

async function redirectToProvider(c: Context<AppEnv>, authorization: ProviderAuthorization): Promise<Response> {
  const { env, db, nowMs, address } = c.var.requestContext;
  const { provider } = authorization;
  const credentials = getProviderCredentials(env, provider);
  if (!credentials) return redirectToResult(c, authorization, fail("provider-unavailable"));
  const allowed = await allowProviderAuthorization(db, address, nowMs);
  if (!allowed.ok) return redirectToResult(c, authorization, allowed);
  const secrets = await startAuthorization(c, authorization);
  return redirect(c, toAuthorizationUrl(createProviderClient(env, c.req.raw, { provider, credentials }), secrets).href);
}

async function callback(c: Context<AppEnv>, provider: Provider): Promise<Response> {
  const { target, result } = await finishAuthorization(c, provider);
  const state = c.req.query("state");
  if (state) deleteAuthorizationCookie(c, state);
  return redirectToResult(c, target, result);
}

async function unlink(c: Context<AppEnv>, provider: Provider): Promise<Response> {
  const { env, db, locale } = c.var.requestContext;
  const session = await c.var.requestContext.session();
  if (!session) return authFailure("login-required");
  if (session.isByToken) return failure("token-insufficient");
  const { user } = session;
  const offered = listOfferedProviders(env);
  const mail = createMailRow(c.var.requestContext, { to: user.email, locale, mail: { kind: "provider-unlinked", provider } });
  if (!(await unlinkAccount(db, user.id, { provider, offered, mail }))) {
    return authFailure(await findUnlinkError(c.var.requestContext, user.id, provider));
  }
  deliverInBackground(c.var.requestContext, mail);
  const body: UnlinkResponse = { success: true, message: unlinkedMessage(provider, locale) };
  return c.json(body, 200, NO_STORE);
}

/** The error of a provider that could not be unlinked. It is the general one if the reason no longer exists. */
async function findUnlinkError({ env, db }: RequestContext, userId: UserId, provider: Provider): Promise<ErrorCode> {
  const linked = (await listLinkedAccounts(db, userId)).map((account) => account.provider);
  const user = await findUser(db, userId);
  const methods = { hasPassword: user?.passwordHash != null, linked, offered: listOfferedProviders(env) };
  const decided = decideUnlink(methods, provider);
  return decided.ok ? "provider-unlink-failed" : decided.error;
}

function redirectToResult(c: Context<AppEnv>, target: ReturnTarget, result: Result<AuthorizationSuccess>): Response {
  return redirect(c, toResultUrl(target, result));
}

function redirect(c: Context<AppEnv>, location: string): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(location);
}
