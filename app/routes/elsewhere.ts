import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isLocale } from "#app/i18n/config.ts";
import { localeLimits } from "#app/i18n/locale-limits.ts";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";

/** Paths that are no page: `/ru/…` and `/en/…` choose the language and lead to the bare path; the others are the 404. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  const [, locale, ...rest] = pathname.split("/");
  if (!isLocale(locale)) throw new Response("Not Found", { status: 404 });
  // without its empty parts what follows is a path of ours, never `//somewhere.else`
  throw redirect(`/${rest.filter((part) => part !== "").join("/")}${search}`, {
    headers: { "Set-Cookie": `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${localeLimits.localeCookieSeconds}; SameSite=Lax` },
  });
}

export default function Elsewhere() {
  return null;
}
