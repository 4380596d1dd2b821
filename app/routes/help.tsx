import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { HelpPage } from "#app/features/help/help-page.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("menu.help") }) };

export async function loader({ request }: LoaderFunctionArgs) {
  const t = await remixI18n.getFixedT(request);
  return { title: `${t("menu.help")} · Tutti` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function Help() {
  return (
    <main id="content">
      <HelpPage />
    </main>
  );
}
