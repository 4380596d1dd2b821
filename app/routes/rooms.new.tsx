import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { NewRoom } from "#app/features/rooms/new-room.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import type { PageHandle } from "#app/root.tsx";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export const handle: PageHandle = { header: (t) => ({ title: t("newRoom") }) };

export async function loader({ context }: LoaderFunctionArgs) {
  // the sign-in redirects back here
  if (!(await context.user())) throw redirect("/auth?redirect=/rooms/new");
  const t = getTranslation(context.locale);
  return { host: new URL(context.origin).host, title: `${t("newRoom")} · Tutti` };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function NewRoomPage() {
  const { host } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <NewRoom host={host} />
    </main>
  );
}
