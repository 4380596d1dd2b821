import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData, useParams } from "@remix-run/react";
import { useEffect } from "react";
import { isRoomAddress } from "#app/domain/room/room-naming.ts";
import { createLiveRoom, type LiveRoom } from "#app/features/room/live-room.client.ts";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";
import { describeLinkImage } from "#app/routes/link-image.ts";
import { describeLink } from "#app/routes/link-preview.ts";
import { toListenTogether } from "#app/routes/listen-together.ts";
import { invalidParameter } from "#app/routes/page-error.ts";
import { RoomHeader } from "#app/routes/room/room-header.tsx";
import { RoomPage } from "#app/routes/room/room-page.client.tsx";
import { RoomSkeleton } from "#app/routes/room/room-skeleton.tsx";
import { roomSocketPath } from "#app/server-client/room/room-socket-path.ts";

type ServerData = Awaited<ReturnType<typeof loader>>;
type PageData = Pick<ServerData, "preview"> & { readonly live?: LiveRoom };

export const handle: PageHandle = {
  header: (_, data: (ServerData & { readonly live?: LiveRoom }) | undefined) => (
    <RoomHeader connection={data?.live?.connection ?? null} publicName={data?.preview?.name ?? null} />
  ),
  earlySocket: ({ id = "" }) => roomSocketPath(id),
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!isRoomAddress(params.id ?? "")) throw invalidParameter();
  const found = await context.call("rooms.getRoomInfoByUrl", { room_url: params.id ?? "" });
  const room = found.ok ? found.value.room : null;
  if (!found.ok || !room) throw new Response("Room not found", { status: 404 });
  const t = getTranslation(context.locale);
  const { host, coverPath, trackCount } = found.value;
  const coverUrl = coverPath && `${context.origin}${coverPath}`;
  // only a public room shows its name to guests and link previews
  const isOpen = host !== null && trackCount !== null;
  const description = isOpen ? toListenTogether(t, { owner: host.name, tracks: trackCount }) : "";
  const preview = isOpen ? { id: room._id, name: room.name, description, coverUrl, isEmpty: trackCount === 0 } : null;
  return { preview, title: `${preview?.name ?? t("room")} · Tutti`, url: `${context.origin}/room/${params.id}` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Tutti" }];
  const { preview, title, url } = data;
  if (!preview) return [{ title }, { name: "robots", content: "noindex" }];
  const { name, description, coverUrl } = preview;
  const image = coverUrl ? describeLinkImage(coverUrl) : [];
  return [{ title }, ...describeLink({ type: "music.radio_station", title: name, description, url }), ...image];
};

/** Connects to the room in parallel with loading the page. The server renders only a skeleton. */
export async function clientLoader({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
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

/** Renders a skeleton on the server and until the room is open. */
export default function Room() {
  const { live, preview } = useLoaderData<typeof clientLoader>() as unknown as PageData;
  const { id = "" } = useParams();
  useEffect(() => live?.retain(), [live]);
  const skeleton = <RoomSkeleton room={preview} />;
  // another room starts with closed panels
  return live ? <RoomPage key={id} live={live} address={id} skeleton={skeleton} /> : skeleton;
}
