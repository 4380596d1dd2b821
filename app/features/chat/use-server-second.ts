import { useEffect, useState } from "react";

type Clock = () => number | null;

/** Server time, ms, updated every second while it is needed. The device's own time until the room's clock is known. */
export function useServerSecond(serverNowMs: Clock, isNeeded: boolean): number {
  const [nowMs, setNowMs] = useState(() => serverNowMs() ?? Date.now());
  useEffect(() => {
    if (!isNeeded) return;
    const update = () => setNowMs(serverNowMs() ?? Date.now());
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [serverNowMs, isNeeded]);
  return nowMs;
}
