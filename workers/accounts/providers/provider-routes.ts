import { type Context, Hono } from "hono";
import { decideUnlink, PROVIDERS } from "#app/domain/accounts/provider.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { UnlinkAnswer } from "#app/protocol/http.ts";
import { listLinked, unlinkAccount } from "#db/queries/linked-accounts.ts";
import { findUser } from "#db/queries/users.ts";
import { failure } from "#workers/http/failure.ts";
import { isOwnNavigation } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { mailRow, sendWritten } from "#workers/mail/send-mail.ts";
import { mayStartProviderAuthorization } from "#workers/rate-limits/rate-limits.ts";
import { offeredProviders, providerKeys } from "./offered-providers.ts";
import { finishAuthorization } from "./provider-callback.ts";
import { authorizeUrl, createProviderClient } from "./provider-client.ts";
import { type Done, outcomeUrl, type Waiting } from "./provider-outcome.ts";
import { type ProviderAuthorization, removedAuthorizationCookie, startAuthorization } from "./provider-visit.ts";
import { readWaiting } from "./read-waiting-window.ts";

type At = Context<AppEnv>;

/** Signing in and up with an account elsewhere, and linking such accounts with one's own (SPEC §7). */
export const providerRoutes = new Hono<AppEnv>();

for (const provider of PROVIDERS) {
  providerRoutes.get(`/auth/${provider}`, async (c) => {
    const waiting = readWaiting(c.req.raw, provider);
    // another's page could use up the visits of everybody who looks at it
    if (!isOwnNavigation(c.req.raw)) return end(c, waiting, fail("origin-refused"));
    return leaveFor(c, { ...waiting, link: null });
  });

  providerRoutes.get(`/api/auth/link-${provider}`, async (c) => {
    const waiting = readWaiting(c.req.raw, provider);
    // another site could have signed its visitor in with an account of its own there, which would then open theirs here
    if (!isOwnNavigation(c.req.raw)) return end(c, waiting, fail("origin-refused"));
    const session = await c.var.requestContext.session();
    if (!session) return end(c, waiting, fail("login-required"));
    return leaveFor(c, { ...waiting, link: { userId: session.user.id, sessionId: session.id } });
  });

  providerRoutes.get(`/auth/${provider}/callback`, async (c) => {
    const { waiting, outcome, setCookies } = await finishAuthorization(c.var.requestContext, c.req.raw, provider);
    for (const cookie of setCookies) c.header("Set-Cookie", cookie, { append: true });
    const state = c.req.query("state");
    if (state) c.header("Set-Cookie", removedAuthorizationCookie(c.req.raw, state), { append: true });
    return end(c, waiting, outcome);
  });

  providerRoutes.post(`/api/auth/unlink-${provider}`, async (c) => {
    const { env, db, locale } = c.var.requestContext;
    const offered = offeredProviders(env);
    const user = await c.var.requestContext.user();
    if (!user) return failure("login-required", { texts: "auth.errors" });
    const mail = mailRow(c.var.requestContext, { to: user.email, locale, mail: { kind: "provider-unlinked", provider } });
    if (!(await unlinkAccount(db, user.id, { provider, offered, mail }))) {
      const [linked, row] = [await listLinked(db, user.id), await findUser(db, user.id)];
      const ways = { hasPassword: row?.passwordHash != null, linked: linked.map((account) => account.provider), offered };
      const decided = decideUnlink(ways, provider);
      // allowed by now: what forbade it has changed since it was tried
      return failure(decided.ok ? "provider-unlink-failed" : decided.error, { texts: "auth.errors" });
    }
    sendWritten(c.var.requestContext, mail);
    const answer: UnlinkAnswer = { success: true, message: "success.provider-unlinked" };
    return c.json(answer, 200, { "Cache-Control": "no-store" });
  });
}

/** To the provider, if this installation is known there. */
async function leaveFor(c: At, authorization: ProviderAuthorization): Promise<Response> {
  const { env, db, nowMs, address } = c.var.requestContext;
  const keys = providerKeys(env, authorization.provider);
  if (!keys) return end(c, authorization, fail("provider-unavailable"));
  if (!(await mayStartProviderAuthorization(db, address, nowMs))) return end(c, authorization, fail("too-many-attempts"));
  const begun = await startAuthorization(c.var.requestContext, c.req.raw, authorization);
  c.header("Set-Cookie", begun.setCookie, { append: true });
  return goTo(c, authorizeUrl(createProviderClient(env, c.req.raw, { provider: authorization.provider, keys }), begun).href);
}

function end(c: At, waiting: Waiting, outcome: Result<Done>): Response {
  return goTo(c, outcomeUrl(waiting, outcome));
}

function goTo(c: At, location: string): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(location);
}
