import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData, useParams } from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomHeader } from "#app/features/room/room-header.tsx";
import { RoomSkeleton } from "#app/features/room/room-skeleton.tsx";
import { Header } from "#app/features/shell/header.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import { withTexts } from "#app/i18n/with-texts.ts";
import type { PageHandle } from "#app/root.tsx";

type ServerData = Awaited<ReturnType<typeof loader>>;

export const handle: PageHandle = {
  header: (t, data: (ServerData & { readonly live?: LiveRoom }) | undefined) =>
    data?.live ? (
      <RoomHeader connection={data.live.connection} knownName={data.face?.name ?? null} Header={Header} />
    ) : (
      { title: data?.face?.name ?? t("room") }
    ),
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const looked = await context.call("rooms.getRoomInfoByUrl", { room_url: params.id ?? "" });
  const room = looked.ok ? looked.value.room : null;
  if (!looked.ok || !room) throw new Response("Room not found", { status: 404 });
  const t = await remixI18n.getFixedT(request);
  // what anyone may read who is sent the link, and machines that look what is behind it
  const isOpen = room.visibility === "public" && !room.isPasswordProtected;
  const { name, description } = room;
  const face = isOpen ? { name, description, host: looked.value.host?.name ?? "" } : null;
  return { face, title: `${face?.name ?? t("room")} · Tutti`, url: `${context.origin}/room/${params.id}` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Tutti" }];
  const { face, title, url } = data;
  if (!face) return [{ title }, { name: "robots", content: "noindex" }];
  const description = face.description || face.host;
  return [
    { title },
    { name: "description", content: description },
    { property: "og:type", content: "music.radio_station" },
    { property: "og:site_name", content: "Tutti" },
    { property: "og:title", content: face.name },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
  ];
};

/** A room is rendered by browsers only: its socket opens while its page is fetched. */
export async function clientLoader({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const { createLiveRoom } = await import("#app/features/room/live-room.client.ts");
  // beside the socket; where it fails, showing it will tell
  loadPage().catch(() => undefined);
  const opening = createLiveRoom(params.id ?? "", request.signal);
  try {
    const [data, live] = await Promise.all([withTexts(request, serverLoader<typeof loader>()), opening]);
    return { ...data, live };
  } catch (error) {
    opening.then(({ abandon }) => abandon()).catch(() => undefined);
    throw error;
  }
}
clientLoader.hydrate = true as const;

/** The socket knows better than a reload would; another room is another page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) => currentParams.id !== nextParams.id;

const loadPage = () => import("./room.page.client.tsx");
const RoomPage = lazy(() => loadPage().then((m) => ({ default: m.RoomPage })));

/** On the server, and until the browser has opened the room, there is only its shape. */
export default function Room() {
  const { live } = useLoaderData<typeof clientLoader>() as unknown as { readonly live?: LiveRoom };
  const { id = "" } = useParams();
  useEffect(() => live?.retain(), [live]);
  if (!live) return <RoomSkeleton />;
  return (
    <Suspense fallback={<RoomSkeleton />}>
      <RoomPage live={live} address={id} />
    </Suspense>
  );
}
