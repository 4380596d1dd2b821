/**
 * A request as the browser sent it. Behind a proxy that ends TLS, a server of one's own receives requests for `http:` and perhaps
 * for another host; `PUBLIC_ORIGIN` is the origin that the browser sees.
 */
export function toPublicRequest<Properties>(
  request: Request<unknown, Properties>,
  { PUBLIC_ORIGIN }: Pick<Env, "PUBLIC_ORIGIN">,
): Request<unknown, Properties> {
  if (!PUBLIC_ORIGIN) return request;
  const { pathname, search } = new URL(request.url);
  return new Request(new URL(`${pathname}${search}`, PUBLIC_ORIGIN), request);
}
