import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { EmbeddedTextsContext } from "#app/i18n/embedded-texts.tsx";
import { serializePageTexts, serverI18n } from "#app/i18n/request-texts.server.ts";
import { NonceContext } from "#app/ui/nonce.ts";
import { FIRST_LOCATION, PageRequestContext } from "#app/ui/request-id.ts";

/** How long a page waits for promises from its loaders, in ms. */
export const streamTimeout = 5000;

/** The part of the `User-Agent` header that is read, characters. */
const USER_AGENT_CHARS = 500;

/** Logs an unexpected error of a loader. Remix also passes what it refuses, such as a method that the page does not have. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal) context.report(error);
};

export default async function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  remixContext: EntryContext,
  { locale, nonce, requestId, report }: AppLoadContext,
): Promise<Response> {
  const embedded = serializePageTexts(locale, new URL(request.url).pathname);
  let status = statusCode;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), streamTimeout + 1000);
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <PageRequestContext.Provider value={{ id: requestId, locationKey: FIRST_LOCATION }}>
        <I18nextProvider i18n={serverI18n[locale]}>
          <EmbeddedTextsContext.Provider value={embedded}>
            <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
          </EmbeddedTextsContext.Provider>
        </I18nextProvider>
      </PageRequestContext.Provider>
    </NonceContext.Provider>,
    {
      nonce,
      signal: AbortSignal.any([request.signal, timeout.signal]),
      onError(error) {
        status = 500;
        if (!request.signal.aborted) report(error);
      },
    },
  );
  // a completely rendered page must not be aborted while it is being sent
  void body.allReady.finally(() => clearTimeout(timer)).catch(() => undefined);
  if (isbot(request.headers.get("User-Agent")?.slice(0, USER_AGENT_CHARS))) await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { headers, status });
}
