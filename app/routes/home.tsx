import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { UsersRound } from "lucide-react";
import { useEffect } from "react";
import { openDialog } from "#app/backend/dialogs.ts";
import { useUser } from "#app/backend/use-user.ts";
import { Intro } from "#app/features/rooms/intro.tsx";
import { RoomList } from "#app/features/rooms/room-list.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = {
  header: (t) => ({ title: t("rooms"), icon: <UsersRound aria-hidden />, isHome: true }),
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const listed = await context.call("rooms.getPublicRoomsWithAuthors", {});
  if (!listed.ok) throw new Response(null, { status: 500 });
  const t = await remixI18n.getFixedT(request);
  return { ...listed.value, title: `${t("rooms")} · Tutti` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function Home() {
  const { rooms, roomAuthors, roomUsers } = useLoaderData<typeof loader>();
  const user = useUser();
  useSignInFromAddress(user !== null);
  return (
    <main id="content" className="mx-auto max-w-360 px-4 pt-1 md:px-8 md:pt-2">
      {!user && <Intro />}
      <RoomList rooms={rooms} roomAuthors={roomAuthors} roomUsers={roomUsers} />
    </main>
  );
}

/** `/?showAuth=true` opens the sign-in (SPEC §2). */
function useSignInFromAddress(isSignedIn: boolean): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isAsked = search.get("showAuth") === "true";
  useEffect(() => {
    if (!isAsked) return;
    if (!isSignedIn) openDialog({ name: "sign-in", tab: "login" });
    navigate("/", { replace: true });
  }, [isAsked, isSignedIn, navigate]);
}
