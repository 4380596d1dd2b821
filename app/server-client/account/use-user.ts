import { useRouteLoaderData } from "@remix-run/react";
import type { SessionUser } from "#app/protocol/http.ts";

/** The signed-in user, from the data of the root route. Null for a guest. */
export function useUser(): SessionUser | null {
  const data = useRouteLoaderData<{ readonly user: SessionUser | null }>("root");
  return data?.user ?? null;
}
