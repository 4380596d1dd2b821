import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { ProviderDone } from "#app/features/auth/provider-done.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import type { PageHandle } from "#app/root.tsx";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export const handle: PageHandle = { header: (t) => ({ title: t("auth:pageTitle") }) };

export async function loader({ context }: LoaderFunctionArgs) {
  const t = getTranslation(context.locale, "auth");
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
