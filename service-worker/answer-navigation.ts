import { OFFLINE_PATH, RETURN_PATH } from "#app/protocol/service-worker.ts";

type NavigationDeps = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The cached offline page of this worker's build. */
  readonly findOfflinePage: () => Promise<Response | undefined>;
};

/**
 * Loads a page from the server. Without a response, redirects to the offline page, because a page hydrates only at its own
 * address. There is no time limit: a slow page is better than none.
 */
export async function answerNavigation(request: Request, { fetch, findOfflinePage }: NavigationDeps): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    // no connection, or no server
    const page = await findOfflinePage();
    if (!page) return Response.error();
    const url = new URL(request.url);
    return url.pathname === OFFLINE_PATH ? page : Response.redirect(toOfflineUrl(url), 302);
  }
}

function toOfflineUrl({ origin, pathname, search }: URL): string {
  return `${origin}${OFFLINE_PATH}?${new URLSearchParams({ [RETURN_PATH]: `${pathname}${search}` })}`;
}
