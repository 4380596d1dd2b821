type PreferenceCookie = {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSec: number;
  /** The address of the page, or of the request. */
  readonly url: string;
};

/**
 * A cookie that scripts and the server set and read, for `document.cookie` or a `Set-Cookie` header. It is `Secure` over HTTPS.
 * Over HTTP, browsers refuse a cookie that is.
 */
export function toPreferenceCookie({ name, value, maxAgeSec, url }: PreferenceCookie): string {
  const secure = new URL(url).protocol === "https:" ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSec}; SameSite=Lax${secure}`;
}
