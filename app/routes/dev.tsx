import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Outlet } from "@remix-run/react";
import { Bug } from "lucide-react";
import { lastSegment } from "#app/features/dev/dev-tools.ts";
import { requireSuperadmin } from "#app/features/dev/require-superadmin.server.ts";
import type { PageHandle } from "#app/root.tsx";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

/** The header of all developer pages, also of those that do not exist (SPEC §2). */
export const handle: PageHandle = {
  header: (t, _data, pathname) => {
    const page = lastSegment(pathname);
    return { title: page === "dev" ? t("devTools") : t("devTitle", { page }), icon: <Bug aria-hidden /> };
  },
};

export const meta: MetaFunction = ({ location }) => {
  const page = lastSegment(location.pathname);
  return [{ title: page === "dev" ? "Development Tools · Tutti" : `Dev: ${page} · Tutti` }];
};

/** Protects pages that show no data of the server. A page that does must protect its own loader. */
export const loader = ({ context }: LoaderFunctionArgs) => requireSuperadmin(context);

export default function DevLayout() {
  return <Outlet />;
}
