import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { readCookie } from "#app/protocol/cookies.ts";
import { THEME_COOKIE } from "#app/protocol/http.ts";
import appCss from "./app.css?url";
import { remixI18n } from "./i18n/i18n.server.ts";
import { useNonce } from "./ui/nonce.ts";
import { isThemeChoice, THEME_SCRIPT } from "./ui/theme.ts";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: appCss },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const theme = readCookie(request.headers.get("Cookie") ?? "", THEME_COOKIE);
  return {
    locale: await remixI18n.getLocale(request),
    theme: isThemeChoice(theme) ? theme : ("system" as const),
    user: await context.user(),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { i18n } = useTranslation();
  const nonce = useNonce();
  return (
    <html lang={i18n.language} data-choice={data?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, run by nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
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
  const { i18n } = useTranslation();
  return (
    <I18nProvider locale={i18n.language === "ru" ? "ru-RU" : "en-US"}>
      <Outlet />
    </I18nProvider>
  );
}
