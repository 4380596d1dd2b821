import { useEffect, useState } from "react";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";

const SECOND_MS = 1000;

/** The whole seconds until another reset link can be requested. `restart` starts the wait again. */
export function useResendCountdown(): { readonly leftSec: number; readonly restart: () => void } {
  const [sentAtMs, setSentAtMs] = useState(() => Date.now());
  const [nowMs, setNowMs] = useState(sentAtMs);
  const leftSec = Math.max(0, Math.ceil((sentAtMs + accountLimits.resetCooldownMs - nowMs) / SECOND_MS));
  const isOver = leftSec === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    const restartMs = Date.now();
    setSentAtMs(restartMs);
    setNowMs(restartMs);
  };
  return { leftSec, restart };
}
