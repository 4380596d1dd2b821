import { createMiddleware } from "hono/factory";
import { logWith } from "./log-lines.ts";
import { type AppEnv, createRequestContext, type LoadSession } from "./request-context.ts";

/** Creates the request context, and sends the session cookie again if the request renewed the session. */
export function provideRequestContext(loadSession: LoadSession) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const incoming = { env: c.env, request: c.req.raw, execution: c.executionCtx };
    const context = await createRequestContext(incoming, loadSession);
    c.set("requestContext", context);
    await logWith({ requestId: context.requestId }, next);
    const cookie = (await context.usedSession())?.renewedCookie;
    if (cookie) c.res.headers.append("Set-Cookie", cookie);
  });
}
