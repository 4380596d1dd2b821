import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { ProviderDone } from "#app/features/auth/provider-done.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import type { PageHandle } from "#app/root.tsx";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export const handle: PageHandle = { header: (t) => ({ title: t("pageTitle", { ns: "auth" }) }) };

export async function loader({ request }: LoaderFunctionArgs) {
  const t = await remixI18n.getFixedT(request, "auth");
  return { title: `${t("pageTitle")} · Tutti` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Tutti" },
  { name: "robots", content: "noindex" },
];

export default function AuthDone() {
  return (
    <main id="content">
      <ProviderDone />
    </main>
  );
}
