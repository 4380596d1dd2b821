import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { OfflineHeader } from "#app/features/offline/offline-header.tsx";
import { OfflinePage } from "#app/features/offline/offline-page.tsx";
import { OfflineRecentRooms } from "#app/features/recent-rooms/offline-recent-rooms.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: () => <OfflineHeader /> };

/** The service worker keeps a copy of this page for every address that cannot be loaded. */
export function loader({ context }: LoaderFunctionArgs) {
  const t = getTranslation(context.locale, "offline");
  return { title: `${t("title")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Tutti" },
  { name: "robots", content: "noindex" },
];

export default function Offline() {
  return (
    <OfflinePage>
      <OfflineRecentRooms />
    </OfflinePage>
  );
}
