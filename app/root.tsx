import cyrillicFont from "@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url";
import latinFont from "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  type Params,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { parse as parseCookies } from "hono/utils/cookie";
import type { ReactElement, ReactNode } from "react";
import { BuildUpdates } from "#app/app-state/build-updates.tsx";
import { useDataOwner } from "#app/app-state/use-data-owner.ts";
import { useServiceWorker } from "#app/app-state/use-service-worker.ts";
import { ErrorPage } from "#app/features/shell/error-page.tsx";
import { Header, type HeaderContent } from "#app/features/shell/header.tsx";
import { EmbeddedTexts } from "#app/i18n/embedded-texts.tsx";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { THEME_COOKIE } from "#app/protocol/http.ts";
import { OFFLINE_PATH } from "#app/protocol/service-worker.ts";
import { describePageError } from "#app/routes/page-error.ts";
import { PageFrame } from "#app/routes/page-frame.tsx";
import { useForgetMissingRoom } from "#app/routes/use-forget-missing-room.ts";
import { useAccountChanges } from "#app/server-client/account/account-changes.ts";
import { earlySocketScript } from "#app/server-client/early-socket.ts";
import { useNonce } from "#app/ui/nonce.ts";
import { REQUEST_ID_META, usePageRequest } from "#app/ui/request-id.ts";
import { isThemeChoice } from "#app/ui/theme.ts";
import { ThemeScript } from "#app/ui/theme-script.tsx";
import appCss from "./app.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: appCss },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** The layout renders the title of an error, which depends on the language. */
export const meta: MetaFunction = ({ error }) => (error ? [] : [{ title: "Tutti" }]);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const theme = parseCookies(request.headers.get("Cookie") ?? "", THEME_COOKIE)[THEME_COOKIE];
  return {
    locale: context.locale,
    theme: isThemeChoice(theme) ? theme : ("system" as const),
    // the copy of the offline page in the service worker's cache belongs to no person
    user: new URL(request.url).pathname === OFFLINE_PATH ? null : await context.user(),
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
  readonly header?: (t: Translate<readonly ["shell", "auth"]>, data: never, pathname: string) => HeaderContent | ReactElement;
  /** The path of a socket that the page opens before its scripts are loaded. */
  readonly earlySocket?: (params: Params) => string;
};

export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { language } = useTranslation();
  const nonce = useNonce();
  const { id: requestId } = usePageRequest();
  return (
    <html lang={language} data-choice={data?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {requestId && <meta name={REQUEST_ID_META} content={requestId} />}
        {/* React Aria takes this for its own style element, which the security policy would refuse. Its rule is in app.css. */}
        <meta id="react-aria-pressable-style" />
        <ThemeScript />
        <EarlySocket />
        <link
          rel="preload"
          href={language === "ru" ? cyrillicFont : latinFont}
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
        <EmbeddedTexts nonce={nonce} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Opens the socket of the page that this request has loaded. It comes before the styles, for which scripts wait. */
function EarlySocket() {
  const nonce = useNonce();
  const isFirstPage = useLocation().key === usePageRequest().locationKey;
  const match = useMatches().find(({ handle, data }) => data !== undefined && (handle as PageHandle | undefined)?.earlySocket);
  const path = (match?.handle as PageHandle | undefined)?.earlySocket?.(match?.params ?? {});
  if (!isFirstPage || !path) return null;
  // it runs only from the server's HTML, so the browser's build does not contain it
  const script = import.meta.env.SSR ? earlySocketScript(path) : "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the app's own script with an encoded path, allowed by the nonce
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** The title of the document if the page cannot be shown. */
function ErrorTitle() {
  const error = useRouteError();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return error === undefined || error === null ? null : (
    <title>{`${describePageError(error, pathname, t).title} · Tutti`}</title>
  );
}

export default function App() {
  useAccountChanges();
  useDataOwner();
  useServiceWorker();
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
  useForgetMissingRoom(described.status, pathname);
  return (
    <PageFrame>
      <Header title="" />
      <ErrorPage {...described} {...(described.status !== 404 && key === locationKey && requestId && { requestId })} />
    </PageFrame>
  );
}

function PageHeader() {
  const { t } = useTranslation(["shell", "auth"]);
  const { pathname } = useLocation();
  const match = useMatches().findLast(({ handle }) => (handle as PageHandle | undefined)?.header);
  const content = (match?.handle as PageHandle | undefined)?.header?.(t, match?.data as never, pathname);
  if (!content) return null;
  return "title" in content ? <Header {...content} /> : content;
}
