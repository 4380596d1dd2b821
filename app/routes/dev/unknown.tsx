import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLocation } from "@remix-run/react";
import { requireSuperadmin } from "#app/features/dev/require-superadmin.server.ts";
import { ErrorPage } from "#app/features/shell/error-page.tsx";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export async function loader({ context }: LoaderFunctionArgs): Promise<never> {
  await requireSuperadmin(context);
  throw new Response("Not Found", { status: 404 });
}

export default function UnknownDevPage() {
  return null;
}

/** Keeps the header of the developer pages, unlike the boundary of the root. */
export function ErrorBoundary() {
  return <ErrorPage status={404} path={useLocation().pathname} />;
}
