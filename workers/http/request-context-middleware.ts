import { createMiddleware } from "hono/factory";
import { type AppEnv, createRequestContext } from "./request-context.ts";

/** Opens what the parts of a request share, and sends the session's cookie again when it was prolonged. */
export const requestContext = createMiddleware<AppEnv>(async (c, next) => {
  const opened = createRequestContext(c.env, c.req.raw, c.executionCtx);
  c.set("requestContext", opened);
  await next();
  const setCookie = await opened.renewedCookie();
  if (setCookie) c.res.headers.append("Set-Cookie", setCookie);
});
