import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

const CHANNEL = "account";
/** Sent with a message, because a window receives its own messages. */
const WINDOW_ID = Math.random();

/** Notifies the other windows of this browser that the session or the profile has changed. */
export function broadcastAccountChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(WINDOW_ID);
  channel.close();
}

/**
 * Reloads the page's data when another window reports a change, such as a sign-out. This window reloads it itself; a second reload
 * would abort the first one.
 */
export function useAccountChanges(): void {
  const revalidator = useLatestRef(useRevalidator());
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<number>) => {
      if (data !== WINDOW_ID) revalidator.current.revalidate();
    };
    return () => channel.close();
  }, [revalidator]);
}
