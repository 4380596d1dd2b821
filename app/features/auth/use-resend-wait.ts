import { useEffect, useState } from "react";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";

const SECOND_MS = 1000;

/** How long, in whole seconds, until another link may be asked for; `restart` when one has been. */
export function useResendWait(): { readonly leftSec: number; readonly restart: () => void } {
  const [sentAtMs, setSentAtMs] = useState(() => Date.now());
  const [nowMs, setNowMs] = useState(sentAtMs);
  const leftSec = Math.max(0, Math.ceil((sentAtMs + accountLimits.resetAgainAfterMs - nowMs) / SECOND_MS));
  const isOver = leftSec === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    const atMs = Date.now();
    setSentAtMs(atMs);
    setNowMs(atMs);
  };
  return { leftSec, restart };
}
