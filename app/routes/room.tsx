import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData, useParams } from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import { isRoomAddress } from "#app/domain/room/room-naming.ts";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomSkeleton } from "#app/features/room/room-skeleton.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";
import { describeLink } from "#app/routes/link-preview.ts";
import { invalidParameter } from "#app/routes/page-error.ts";
import { RoomHeader } from "#app/routes/room/room-header.tsx";

type ServerData = Awaited<ReturnType<typeof loader>>;

export const handle: PageHandle = {
  header: (t, data: (ServerData & { readonly live?: LiveRoom }) | undefined) =>
    data?.live ? (
      <RoomHeader connection={data.live.connection} publicName={data.preview?.name ?? null} />
    ) : (
      { title: data?.preview?.name ?? t("room") }
    ),
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  if (!isRoomAddress(params.id ?? "")) throw invalidParameter();
  const found = await context.call("rooms.getRoomInfoByUrl", { room_url: params.id ?? "" });
  const room = found.ok ? found.value.room : null;
  if (!found.ok || !room) throw new Response("Room not found", { status: 404 });
  const t = await remixI18n.getFixedT(request);
  // only a public room shows its name to guests and link previews
  const isOpen = room.visibility === "public" && !room.isPasswordProtected;
  const { name, description } = room;
  const { host, coverPath } = found.value;
  const coverUrl = coverPath && `${context.origin}${coverPath}`;
  const preview = isOpen ? { name, description, host: host?.name ?? "", coverUrl } : null;
  return { preview, title: `${preview?.name ?? t("room")} · Tutti`, url: `${context.origin}/room/${params.id}` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Tutti" }];
  const { preview, title, url } = data;
  if (!preview) return [{ title }, { name: "robots", content: "noindex" }];
  const description = preview.description || preview.host;
  const { name, coverUrl } = preview;
  return [{ title }, ...describeLink({ type: "music.radio_station", title: name, description, url, imageUrl: coverUrl })];
};

/** Connects to the room in parallel with loading the page. The server renders only a skeleton. */
export async function clientLoader({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const { createLiveRoom } = await import("#app/features/room/live-room.client.ts");
  // the link was clicked again: the second navigation connects
  request.signal.throwIfAborted();
  // in parallel with the connection; a failure surfaces when the page is rendered
  loadPage().catch(() => undefined);
  const opening = createLiveRoom(params.id ?? "", request.signal);
  try {
    const [data, live] = await Promise.all([withPageTexts(request, serverLoader<typeof loader>()), opening]);
    return { ...data, live };
  } catch (error) {
    opening.then(({ closeIfUnused }) => closeIfUnused()).catch(() => undefined);
    throw error;
  }
}
clientLoader.hydrate = true as const;

/** The connection keeps the room up to date. Only another room needs new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) => currentParams.id !== nextParams.id;

const loadPage = () => import("#app/routes/room/room-page.client.tsx");
const RoomPage = lazy(() => loadPage().then((m) => ({ default: m.RoomPage })));

/** Renders a skeleton on the server and until the room is open. */
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
