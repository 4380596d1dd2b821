import { useRouteLoaderData } from "@remix-run/react";
import type { SessionUser } from "#app/protocol/http.ts";

/** Who is signed in, as the root's loader last said; null: a guest. */
export function useUser(): SessionUser | null {
  const data = useRouteLoaderData<{ readonly user: SessionUser | null }>("root");
  return data?.user ?? null;
}
