import cyrillicFont from "@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url";
import latinFont from "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
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
  useSearchParams,
} from "@remix-run/react";
import type { TFunction } from "i18next";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { I18nProvider } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { closeDialog, closeSignIn, dismissSignIn, openDialog, useOpenDialog } from "#app/app-state/dialogs.ts";
import { useClearStaleIntent, useIntent } from "#app/app-state/pending-intent.ts";
import { ErrorPage } from "#app/features/shell/error-page.tsx";
import { Header, type HeaderContent } from "#app/features/shell/header.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import { withArea } from "#app/i18n/with-texts.ts";
import { THEME_COOKIE } from "#app/protocol/http.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import { useAccountChanges } from "#app/server-client/account/account-changes.ts";
import { useLocalUser } from "#app/server-client/account/local-user.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { useNonce } from "#app/ui/nonce.ts";
import { Notices } from "#app/ui/notices.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { isThemeChoice, THEME_SCRIPT } from "#app/ui/theme.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import appCss from "./app.css?url";

const loadSignIn = () => withArea("account", import("#app/features/auth/sign-in-dialog.tsx"));
const loadPageNote = () => withArea("account", import("#app/features/auth/page-note.tsx"));
const loadAccount = () => withArea("account", import("#app/features/account/account-dialog.tsx"));

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: appCss },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = () => [{ title: "Tutti" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const theme = readCookie(request.headers.get("Cookie") ?? "", THEME_COOKIE);
  return {
    locale: await remixI18n.getLocale(request),
    theme: isThemeChoice(theme) ? theme : ("system" as const),
    user: await context.user(),
    providers: context.providers,
  };
}

/** Another search on the same page says nothing new of who one is. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

/** What a route may say about its page. */
export type PageHandle = {
  /** The header, or what is in it, from what the route's loader gave. */
  readonly header?: (t: TFunction<"shell">, data: never) => HeaderContent | ReactElement;
};

export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { i18n } = useTranslation();
  const nonce = useNonce();
  return (
    <html lang={i18n.language} data-choice={data?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {/* React Aria takes this for the style element that it would add, and our policy refuse; its rule is in app.css */}
        <meta id="react-aria-pressable-style" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, run by nonce
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

export default function App() {
  useAccountChanges();
  return (
    <Frame>
      <PageHeader />
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const isRoom = status === 404 && pathname.startsWith("/room/");
  return (
    <Frame>
      <Header title="" />
      <ErrorPage
        status={status}
        {...(isRoom && { title: t("roomGone.title"), text: t("roomGone.text") })}
        {...(status === 404 && { path: pathname })}
      />
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { i18n, t } = useTranslation();
  useEffect(() => {
    // loops stand still while nobody looks
    const mark = () => document.documentElement.toggleAttribute("data-hidden", document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, []);
  return (
    <I18nProvider locale={i18n.language === "ru" ? "ru-RU" : "en-US"}>
      <SkipLink to="content" label={t("skipToContent")} />
      {children}
      <Dialogs />
      <PageNotes />
      <Notices />
    </I18nProvider>
  );
}

function PageHeader() {
  const { t } = useTranslation();
  const match = useMatches().findLast(({ handle }) => (handle as PageHandle | undefined)?.header);
  const content = (match?.handle as PageHandle | undefined)?.header?.(t, match?.data as never);
  if (!content) return null;
  return "title" in content ? <Header {...content} /> : content;
}

/** What the address tells (`?error=`, `?success=`), or asks for (`?showAuth=true`). */
function PageNotes() {
  const [search] = useSearchParams();
  const isTold = search.has("error") || search.has("success") || search.has("showAuth");
  const note = useLazy(loadPageNote, isTold, doNothing);
  return isTold && note && <note.PageNote />;
}

const doNothing = () => undefined;

function Dialogs() {
  const dialog = useOpenDialog();
  const user = useUser();
  const isSignedIn = user !== null;
  useLocalUser(user);
  useClearStaleIntent();
  useEffect(() => {
    if (isSignedIn) closeSignIn();
  }, [isSignedIn]);
  useIntent("see-account", { run: () => openDialog({ name: "account" }) });
  const isSigningIn = dialog?.name === "sign-in" && !user;
  const isAtAccount = dialog?.name === "account";
  const signIn = useLazy(loadSignIn, isSigningIn, dismissSignIn);
  const account = useLazy(loadAccount, isAtAccount, closeDialog);
  return (
    <>
      {isSigningIn && signIn && (
        <signIn.SignInDialog tab={dialog.tab} news={dialog.news ?? null} onDismiss={dismissSignIn} onSignedIn={closeSignIn} />
      )}
      {isAtAccount && account && <account.AccountDialog user={user} onClose={closeDialog} />}
    </>
  );
}
