import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isLocale } from "#app/i18n/config.ts";
import { localeLimits } from "#app/i18n/locale-limits.ts";
import { LOCALE_COOKIE } from "#app/protocol/http.ts";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

/** `/ru/…` and `/en/…` set the locale and redirect to the path without the prefix. Any other unknown path is a 404. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  const [, locale, ...rest] = pathname.split("/");
  if (!isLocale(locale)) throw new Response("Not Found", { status: 404 });
  // without empty segments the target is a path of this site, never `//another.site`
  throw redirect(`/${rest.filter((segment) => segment !== "").join("/")}${search}`, {
    headers: { "Set-Cookie": `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${localeLimits.localeCookieSeconds}; SameSite=Lax` },
  });
}

export default function CatchAll() {
  return null;
}
