import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

const CHANNEL = "account";

/** Notifies the other windows of this browser that the session or the profile has changed. */
export function broadcastAccountChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Reloads the page's data when another window reports a change, such as a sign-out. */
export function useAccountChanges(): void {
  const revalidator = useLatestRef(useRevalidator());
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => revalidator.current.revalidate();
    return () => channel.close();
  }, [revalidator]);
}
