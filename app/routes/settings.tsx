import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("menu.settings") }) };

export async function loader({ context }: LoaderFunctionArgs) {
  const t = getTranslation(context.locale);
  return { title: `${t("menu.settings")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function Settings() {
  return (
    <main id="content">
      <SettingsPage />
    </main>
  );
}
