import { logError } from "#workers/http/log-error.ts";

/** What links in mail begin with: what the installation says, or the host that was asked where that is nothing usable. */
export function mailLinkOrigin({ MAIL_LINK_ORIGIN: named }: Pick<Env, "MAIL_LINK_ORIGIN">, request: Request): string {
  const asked = new URL(request.url).origin;
  if (!named) return asked;
  const origin = originOf(named);
  if (!origin) logError("mail-link-origin", new Error("MAIL_LINK_ORIGIN is no origin, as https://tutti.example is one"));
  return origin ?? asked;
}

function originOf(address: string): string | null {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === "https:" || protocol === "http:" ? origin : null;
  } catch {
    // a name without `https://` is no address
    return null;
  }
}
