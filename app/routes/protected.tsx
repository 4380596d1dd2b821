import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { ProtectedPage } from "#app/features/auth/protected-page.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("auth:protectedTitle") }) };

/** Redirects a guest to the sign-in, which then redirects back. */
export async function loader({ context }: LoaderFunctionArgs) {
  const user = await context.user();
  if (!user) throw redirect("/auth?redirect=/protected");
  const t = getTranslation(context.locale, "auth");
  return { user, title: `${t("protectedTitle")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function Protected() {
  const { user } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <ProtectedPage user={user} />
    </main>
  );
}
