import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useLocation, useRevalidator, useRouteError } from "@remix-run/react";
import { requireSuperadmin } from "#app/features/dev/require-superadmin.server.ts";
import { RoomInspectionView } from "#app/features/dev/room/room-inspection-view.tsx";
import { ErrorPage } from "#app/features/shell/error-page.tsx";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireSuperadmin(context);
  const inspected = await context.call("dev.inspectRoom", { roomId: params.id ?? "" });
  if (!inspected.ok) throw new Response("Not Found", { status: 404 });
  return data(inspected.value, { headers: { "Cache-Control": "no-store" } });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function DevRoom() {
  const { revalidate, state } = useRevalidator();
  return (
    <RoomInspectionView inspection={useLoaderData<typeof loader>()} isLoading={state === "loading"} onReload={revalidate} />
  );
}

/** Keeps the header of the developer pages, unlike the boundary of the root. */
export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} path={useLocation().pathname} />;
}
