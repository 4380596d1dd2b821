/**
 * A request as the browser sent it. Behind a proxy that ends TLS, a server of one's own receives requests for `http:` and perhaps
 * for another host; `PUBLIC_ORIGIN` is the origin that the browser sees, whatever host the request names.
 */
export function toPublicRequest<Properties>(
  request: Request<unknown, Properties>,
  { PUBLIC_ORIGIN }: Pick<Env, "PUBLIC_ORIGIN">,
): Request<unknown, Properties> {
  if (!PUBLIC_ORIGIN) return request;
  const origin = parseOrigin(PUBLIC_ORIGIN);
  if (origin === null) throw new Error("PUBLIC_ORIGIN must be an origin such as https://tutti.example");
  const { pathname, search } = new URL(request.url);
  // joined as text: as a reference, the path `//evil.example/` would replace the origin
  return new Request(`${origin}${pathname}${search}`, request);
}

/** The origin of an address in the configuration. Null if it is not a URL of the web, such as a host name without `https://`. */
export function parseOrigin(address: string): string | null {
  const url = parseUrl(address);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.origin : null;
}

export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    // the constructor throws only for an invalid URL
    return null;
  }
}
