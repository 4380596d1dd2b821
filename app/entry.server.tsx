import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { EmbeddedTextsContext } from "#app/i18n/embedded-texts.tsx";
import { readTexts, serializePageTexts } from "#app/i18n/request-texts.server.ts";
import { TextStoreContext } from "#app/i18n/use-translation.ts";
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
  { nonce, requestId, report }: AppLoadContext,
): Promise<Response> {
  const texts = readTexts(request);
  const embedded = serializePageTexts(texts.loaded.get().language, new URL(request.url).pathname);
  let status = statusCode;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), streamTimeout + 1000);
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <PageRequestContext.Provider value={{ id: requestId, locationKey: FIRST_LOCATION }}>
        <TextStoreContext.Provider value={texts}>
          <EmbeddedTextsContext.Provider value={embedded}>
            <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
          </EmbeddedTextsContext.Provider>
        </TextStoreContext.Provider>
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
