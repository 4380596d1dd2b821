/** Local runs have no TLS; browsers treat their host as secure. */
export function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

/** A cookie that scripts cannot read, as a `Set-Cookie` header. An age of 0 removes it. */
export function serverCookie(
  request: Request,
  {
    name,
    value,
    maxAgeMs,
    path = "/",
  }: { readonly name: string; readonly value: string; readonly maxAgeMs: number; readonly path?: string },
): string {
  const attributes = [
    `Max-Age=${maxAgeMs / 1000}`,
    `Path=${path}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure(request) ? ["Secure"] : []),
  ];
  return [`${name}=${value}`, ...attributes].join("; ");
}
