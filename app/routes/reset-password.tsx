import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { ResetPage } from "#app/features/auth/reset-page.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import { withTexts } from "#app/i18n/with-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("resetTitle", { ns: "auth" }) }) };

export async function loader({ request }: LoaderFunctionArgs) {
  const t = await remixI18n.getFixedT(request, "auth");
  return { title: `${t("resetTitle")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(request, serverLoader<typeof loader>());
}

/** What leaves the address has been read. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

/** The address holds a secret: nobody else is told of it. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Tutti" },
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
