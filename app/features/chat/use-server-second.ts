import { useEffect, useState } from "react";

type Clock = () => number | null;

/** Server time, ms, updated every second until a time has passed. The device's own time until the room's clock is known. */
export function useServerSecond(serverNowMs: Clock, untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => serverNowMs() ?? Date.now());
  useEffect(() => {
    const update = () => {
      const now = serverNowMs() ?? Date.now();
      setNowMs(now);
      if (now >= untilMs) clearInterval(timer);
    };
    const timer = setInterval(update, 1000);
    update();
    return () => clearInterval(timer);
  }, [serverNowMs, untilMs]);
  return nowMs;
}
