import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { UsersRound } from "lucide-react";
import { HomeRecentRooms } from "#app/features/recent-rooms/home-recent-rooms.tsx";
import { readListQuery, toListArgs } from "#app/features/rooms/list-query.ts";
import { RoomList } from "#app/features/rooms/room-list.tsx";
import { SuperadminNote } from "#app/features/rooms/superadmin-note.tsx";
import { WelcomeBanner } from "#app/features/rooms/welcome-banner.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PageHandle } from "#app/root.tsx";
import { describeLink } from "#app/routes/link-preview.ts";
import { useUser } from "#app/server-client/account/use-user.ts";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export const handle: PageHandle = {
  header: (t) => ({ title: t("rooms"), icon: <UsersRound aria-hidden />, isHome: true }),
};

/** Loads the first page of the tab and search in the address, and the number of rooms in the other tab. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await context.user();
  const viewerId = viewer?.id ?? null;
  const query = readListQuery(new URL(request.url).searchParams, { isGuest: viewerId === null });
  const args = toListArgs(query);
  const isMine = query.tab === "mine";
  const loadAll = (limit?: number) => context.call("rooms.getPublicRoomsWithAuthors", { ...args, limit });
  const loadMine = (limit?: number) =>
    viewerId ? context.call("rooms.getUserRoomsWithAuthors", { ...args, userId: viewerId, limit }) : null;
  const t = getTranslation(context.locale);
  const [all, mine, isFirst] = await Promise.all([
    loadAll(isMine ? 1 : undefined),
    loadMine(isMine ? undefined : 1),
    context.isFirstWithoutSuperadmin(),
  ]);
  const [page, other] = isMine && mine ? [mine, all] : [all, mine];
  if (!page.ok || other?.ok === false) throw new Response(null, { status: 500 });
  return {
    /** The viewer, if no superadmin administers this installation yet. */
    firstUsername: isFirst ? (viewer?.username ?? null) : null,
    firstPage: { viewerId, query, page: page.value, otherTotal: other?.value.total ?? null },
    title: `${t("rooms")} · Tutti`,
    description: t("description"),
    url: `${context.origin}/`,
  };
}

/** The list loads the results of another search itself. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Tutti" }];
  const { title, description, url } = data;
  return [{ title }, ...describeLink({ type: "website", title: "Tutti", description, url })];
};

export default function Home() {
  const { firstPage, firstUsername } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const user = useUser();
  return (
    <main id="content" className="mx-auto max-w-360 px-4 pt-1 md:px-8 md:pt-2">
      {!user && <WelcomeBanner />}
      {/* on a phone the header has no space for the title */}
      <h1 className="flex items-center gap-3 pt-2 text-h1 font-bold md:hidden">
        <UsersRound size={28} strokeWidth={1.75} aria-hidden />
        {t("rooms")}
      </h1>
      {firstUsername && <SuperadminNote username={firstUsername} />}
      <HomeRecentRooms />
      <RoomList firstPage={firstPage} />
    </main>
  );
}
