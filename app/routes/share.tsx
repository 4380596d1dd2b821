import { type AppLoadContext, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import type { TargetRoom } from "#app/features/share/room-choice.tsx";
import { ShareMissed, SharePage } from "#app/features/share/share-page.tsx";
import { uploads } from "#app/features/uploads/upload-store.ts";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { SharedItems } from "#app/lib/shared-items.ts";
import { SHARE_MISSED, SHARE_PATH } from "#app/protocol/service-worker.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("share") }) };

/** Redirects a guest to the sign-in, which then redirects back. Until then, the browser keeps what was shared. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const isMissed = new URL(request.url).searchParams.has(SHARE_MISSED);
  const user = await context.user();
  if (!user && !isMissed) throw redirect(`/auth?redirect=${SHARE_PATH}`);
  const t = getTranslation(context.locale);
  const rooms = user && !isMissed ? await loadTargetRooms(context) : [];
  return { isMissed, rooms, title: `${t("share")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Tutti" },
  { name: "robots", content: "noindex" },
];

export default function Share() {
  const { isMissed, rooms } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  /** The room opens the dialog that adds tracks. Files are uploaded at once, as those that are dropped into a room. */
  const addTo = ({ id, url }: TargetRoom, { files, link }: SharedItems) => {
    if (files.length > 0) uploads.add(id, files);
    navigate(`/room/${url}`, { replace: true, state: { addTracks: true, link: files.length > 0 ? null : link } });
  };
  return <main id="content">{isMissed ? <ShareMissed /> : <SharePage rooms={rooms} onChoose={addTo} />}</main>;
}

async function loadTargetRooms({ call }: AppLoadContext): Promise<readonly TargetRoom[]> {
  const targets = await call("rooms.listTargets", {});
  if (!targets.ok) throw new Response(null, { status: 500 });
  return targets.value.rooms;
}
