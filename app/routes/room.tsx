import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomSkeleton } from "#app/features/room/room-skeleton.tsx";
import type { PageHandle } from "#app/root.tsx";

type ServerData = Awaited<ReturnType<typeof loader>>;

export const handle: PageHandle = {
  header: (_, data: { readonly room: ServerData["room"] } | undefined) => ({ title: data?.room.name ?? "" }),
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  const room = await context.call("rooms.get", { id: params.id ?? "" });
  if (!room.ok) throw new Response("Room not found", { status: 404 });
  return { room: room.value };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.room.name} · Tutti` : "Tutti" }];

/** A room is rendered by browsers only: its socket opens while its page is fetched. */
export async function clientLoader({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const { openLiveRoom } = await import("#app/features/room/live-room.client.ts");
  const opening = openLiveRoom(params.id ?? "", request.signal);
  try {
    const [{ room }, live] = await Promise.all([serverLoader<typeof loader>(), opening]);
    return { room, live };
  } catch (error) {
    opening.then(({ abandon }) => abandon()).catch(() => undefined);
    throw error;
  }
}
clientLoader.hydrate = true as const;

/** The socket knows better than a reload would; another room is another page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) => currentParams.id !== nextParams.id;

const RoomPage = lazy(() => import("./room.page.client.tsx").then((m) => ({ default: m.RoomPage })));

export function HydrateFallback() {
  return <RoomSkeleton />;
}

export default function Room() {
  const { live } = useLoaderData<typeof clientLoader>() as unknown as { readonly live: LiveRoom };
  useEffect(() => live.retain(), [live]);
  return (
    <Suspense fallback={<RoomSkeleton />}>
      <RoomPage live={live} />
    </Suspense>
  );
}
