import { type AppLoadContext, createRequestHandler } from "@remix-run/cloudflare";
import type { Context } from "hono";
import { toPayer, WORK_COSTS } from "#app/domain/access/work-budget.ts";
import { isFirstWithoutSuperadmin } from "#db/queries/users.ts";
import { listOfferedProviders } from "#workers/accounts/providers/provider-credentials.ts";
import { callFunction } from "#workers/api/dispatch.ts";
import { logError } from "#workers/http/log-error.ts";
import { lowerScriptPriority } from "#workers/http/lower-script-priority.ts";
import { describeRoute } from "#workers/http/record-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { HTTP_STATUS } from "#workers/http/status.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import { beginWork, findPayer, refuseForWork } from "#workers/work/pay-for-work.ts";

/** Renders a page, or loads its data. */
export async function pageRoute(c: Context<AppEnv>): Promise<Response> {
  const { requestContext } = c.var;
  const payer = await findPayer(requestContext).catch(() => toPayer(null, requestContext.address));
  const waitSec = beginWork(payer, WORK_COSTS.page);
  if (waitSec !== null) return refuseForWork(c, waitSec);
  // imported on first use, so that WebSockets and media never wait for it
  const build = await import("virtual:remix/server-build");
  const mode = import.meta.env?.MODE ?? "production";
  const handler = createRequestHandler(build, mode);
  const response = await handler(c.req.raw, createLoadContext(c));
  // React would warn about the attribute in development
  return mode === "production" && isHtml(response) ? lowerScriptPriority(response) : response;
}

function isHtml({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}

function createLoadContext(c: Context<AppEnv>): AppLoadContext {
  const { requestContext } = c.var;
  const report = (error: unknown) => logError("page", error, { method: c.req.method, route: describeRoute(c) });
  const explain = (error: unknown) => {
    if (toErrorCode(error) === "internal") throw error;
    // Remix hides the reason of any other error from the page, and does not report a response
    report(error);
    throw new Response(null, { status: HTTP_STATUS["disk-full"] });
  };
  return {
    nonce: requestContext.nonce,
    requestId: requestContext.requestId,
    origin: new URL(c.req.url).origin,
    locale: requestContext.locale,
    providers: listOfferedProviders(c.env),
    isDevMode: c.env.DEV_MODE === "true",
    user: () => requestContext.user().catch(explain),
    isFirstWithoutSuperadmin: async () => {
      const user = await requestContext.user().catch(explain);
      return user !== null && isFirstWithoutSuperadmin(requestContext.db, user.id).catch(explain);
    },
    call: (name, args) => callFunction(requestContext, name, args).catch(explain),
    report,
  };
}
