import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { InviteCard, type InvitePreview, InviteUnavailable } from "#app/features/invites/invite-card.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("invitation") }) };

type Loaded = { readonly code: string; readonly title: string; readonly invite: InvitePreview | null };

export async function loader({ params, context }: LoaderFunctionArgs): Promise<ReturnType<typeof data<Loaded>>> {
  const code = params.code ?? "";
  const found = await context.call("invites.get", { code });
  if (!found.ok && found.error.code === "internal") throw new Response(null, { status: 500 });
  const t = getTranslation(context.locale);
  const title = `${t("invitation")} · Tutti`;
  // an unknown link gets the same response as an expired one
  return data(
    { code, title, invite: found.ok ? found.value : null },
    { status: found.ok ? 200 : 404, headers: { "Cache-Control": "no-store" } },
  );
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Messengers preview links. The preview says that this is an invite, but not to which room. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Tutti" },
  { name: "robots", content: "noindex" },
];

export default function Invite() {
  const { code, invite } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="grid min-h-[calc(100dvh-140px)] grid-cols-[minmax(0,1fr)] content-center px-4 py-6">
      {invite ? <InviteCard key={code} code={code} invite={invite} /> : <InviteUnavailable />}
    </main>
  );
}
