import cyrillicFont from "@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url";
import latinFont from "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { parse as parseCookies } from "hono/utils/cookie";
import type { TFunction } from "i18next";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BuildUpdates } from "#app/app-state/build-updates.tsx";
import { ErrorPage } from "#app/features/shell/error-page.tsx";
import { Header, type HeaderContent } from "#app/features/shell/header.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import { THEME_COOKIE } from "#app/protocol/http.ts";
import { describePageError } from "#app/routes/page-error.ts";
import { PageFrame } from "#app/routes/page-frame.tsx";
import { useAccountChanges } from "#app/server-client/account/account-changes.ts";
import { useNonce } from "#app/ui/nonce.ts";
import { REQUEST_ID_META, usePageRequest } from "#app/ui/request-id.ts";
import { isThemeChoice, THEME_SCRIPT } from "#app/ui/theme.ts";
import appCss from "./app.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: appCss },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** The layout renders the title of an error, which depends on the language. */
export const meta: MetaFunction = ({ error }) => (error ? [] : [{ title: "Tutti" }]);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const theme = parseCookies(request.headers.get("Cookie") ?? "", THEME_COOKIE)[THEME_COOKIE];
  return {
    locale: await remixI18n.getLocale(request),
    theme: isThemeChoice(theme) ? theme : ("system" as const),
    user: await context.user(),
    providers: context.providers,
    isDevMode: context.isDevMode,
  };
}

/** A change of the search alone cannot change the user, the theme or the locale. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

/** The `handle` export of a route. */
export type PageHandle = {
  /** Returns the content of the header, or a header of its own. `data` is that of the route's loader. */
  readonly header?: (t: TFunction<"shell">, data: never, pathname: string) => HeaderContent | ReactElement;
};

export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { i18n } = useTranslation();
  const nonce = useNonce();
  const { id: requestId } = usePageRequest();
  return (
    <html lang={i18n.language} data-choice={data?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {requestId && <meta name={REQUEST_ID_META} content={requestId} />}
        {/* React Aria takes this for its own style element, which the security policy would refuse. Its rule is in app.css. */}
        <meta id="react-aria-pressable-style" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by the nonce
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
        />
        <link
          rel="preload"
          href={i18n.language === "ru" ? cyrillicFont : latinFont}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <Meta />
        <ErrorTitle />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The title of the document if the page cannot be shown. */
function ErrorTitle() {
  const error = useRouteError();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return error === undefined ? null : <title>{`${describePageError(error, pathname, t).title} · Tutti`}</title>;
}

export default function App() {
  useAccountChanges();
  return (
    <PageFrame>
      <BuildUpdates />
      <PageHeader />
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { t } = useTranslation();
  const { pathname, key } = useLocation();
  const { id: requestId, locationKey } = usePageRequest();
  const described = describePageError(error, pathname, t);
  return (
    <PageFrame>
      <Header title="" />
      <ErrorPage {...described} {...(described.status !== 404 && key === locationKey && requestId && { requestId })} />
    </PageFrame>
  );
}

function PageHeader() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const match = useMatches().findLast(({ handle }) => (handle as PageHandle | undefined)?.header);
  const content = (match?.handle as PageHandle | undefined)?.header?.(t, match?.data as never, pathname);
  if (!content) return null;
  return "title" in content ? <Header {...content} /> : content;
}
