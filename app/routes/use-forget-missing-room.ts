import { useEffect } from "react";
import { removeRecentRoom } from "#app/app-state/recent-rooms.ts";

/** Removes a room that was not found from the recently visited ones. */
export function useForgetMissingRoom(status: number, pathname: string): void {
  useEffect(() => forgetMissingRoom(status, pathname), [status, pathname]);
}

export function forgetMissingRoom(status: number, pathname: string): void {
  const address = /^\/room\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (status === 404 && address) removeRecentRoom(address);
}
