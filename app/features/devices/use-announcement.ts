import { useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { announce } from "#app/ui/announce.ts";

/** Makes screen readers speak a text once, when the component appears. */
export function useAnnouncement(text: string): void {
  const latest = useLatestRef(text);
  useEffect(() => announce(latest.current), [latest]);
}
