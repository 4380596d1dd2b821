import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { InviteCard, InviteGone, type InviteView } from "#app/features/invites/invite-card.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("invitation") }) };

type Loaded = { readonly code: string; readonly title: string; readonly invite: InviteView | null };

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<ReturnType<typeof data<Loaded>>> {
  const code = params.code ?? "";
  const looked = await context.call("invites.look", { code });
  if (!looked.ok && looked.error.code === "internal") throw new Response(null, { status: 500 });
  const t = await remixI18n.getFixedT(request);
  const title = `${t("invitation")} · Tutti`;
  // a link that was never made is answered as one that is over
  return data(
    { code, title, invite: looked.ok ? looked.value : null },
    { status: looked.ok ? 200 : 404, headers: { "Cache-Control": "no-store" } },
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Messengers look at links that are sent to somebody: they learn that it is an invitation, not where to. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Tutti" },
  { name: "robots", content: "noindex" },
];

export default function Invite() {
  const { code, invite } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="grid min-h-[calc(100dvh-140px)] grid-cols-[minmax(0,1fr)] content-center px-4 py-6">
      {invite ? <InviteCard key={code} code={code} invite={invite} /> : <InviteGone />}
    </main>
  );
}
