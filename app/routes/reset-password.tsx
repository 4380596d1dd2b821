import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { ResetPage } from "#app/features/auth/reset-page.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("auth:resetTitle") }) };

export async function loader({ context }: LoaderFunctionArgs) {
  const t = getTranslation(context.locale, "auth");
  return data({ title: `${t("resetTitle")} · Tutti` }, { headers: { "Cache-Control": "no-store" } });
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Removing the token from the address needs no new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

/** The address contains a secret token, which must not leak through the referrer. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Tutti" },
  { name: "referrer", content: "no-referrer" },
  { name: "robots", content: "noindex" },
];

export default function ResetPassword() {
  return (
    <main id="content">
      <ResetPage />
    </main>
  );
}
