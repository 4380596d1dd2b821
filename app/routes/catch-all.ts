import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isLocale } from "#app/i18n/config.ts";
import { toLocaleCookie } from "#app/i18n/locale-cookie.ts";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

/** `/ru/…` and `/en/…` set the locale and redirect to the path without the prefix. Any other unknown path is a 404. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  const [, locale, ...rest] = pathname.split("/");
  if (!isLocale(locale)) throw new Response("Not Found", { status: 404 });
  // without empty segments the target is a path of this site, never `//another.site`
  throw redirect(`/${rest.filter((segment) => segment !== "").join("/")}${search}`, {
    headers: { "Set-Cookie": toLocaleCookie(locale, request.url) },
  });
}

export default function CatchAll() {
  return null;
}
