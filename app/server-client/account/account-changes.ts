import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const NAME = "account";

/** Tells the other windows of this browser that somebody has signed in or out. */
export function broadcastAccountChange(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/** Follows them: who has signed out in one window is nobody in the others. */
export function useAccountChanges(): void {
  const revalidator = useRevalidator();
  const latest = useRef(revalidator);
  latest.current = revalidator;
  useEffect(() => {
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = () => latest.current.revalidate();
    return () => channel.close();
  }, []);
}
