import { type RefObject, useEffect } from "react";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { SECOND_MS } from "#app/domain/units.ts";

type BeatFlash = {
  readonly light: RefObject<HTMLElement>;
  /** Null while there is no beat. */
  readonly check: SoundCheck | null;
  /** Server time, ms; null before the clock is known. */
  readonly serverNowMs: () => number | null;
};

/** Three flashes a second can cause a seizure (WCAG 2.3.1); this stays well below that, ms. */
const SHORTEST_PERIOD_MS = 500;
const FLASH: Keyframe[] = [
  { opacity: 1, offset: 0 },
  { opacity: 1, offset: 0.12 },
  { opacity: 0.2, offset: 0.35 },
  { opacity: 0.2, offset: 1 },
];
/** The animation is compared with the server's clock this often, ms. */
const COMPARE_EVERY_MS = SECOND_MS;

/**
 * Lets an element flash on the beat. The engine makes each beat sound at its server time, so the flash follows that clock too. An
 * animation does it without the main thread, which has audio to decode.
 */
export function useBeatFlash({ light, check, serverNowMs }: BeatFlash): void {
  useEffect(() => {
    if (!check || check.periodMs < SHORTEST_PERIOD_MS) return;
    const { startMs, periodMs, count } = check;
    const animation = light.current?.animate(FLASH, { duration: periodMs, iterations: count });
    animation?.cancel();
    const compare = () => {
      const nowMs = serverNowMs();
      if (!animation || nowMs === null) return;
      const isRunning = nowMs >= startMs && nowMs < startMs + periodMs * count;
      if (!isRunning) return animation.cancel();
      animation.currentTime = nowMs - startMs;
      animation.play();
    };
    const untilStartMs = Math.max(0, startMs - (serverNowMs() ?? startMs));
    const start = setTimeout(compare, untilStartMs);
    const timer = setInterval(compare, COMPARE_EVERY_MS);
    return () => {
      clearTimeout(start);
      clearInterval(timer);
      animation?.cancel();
    };
  }, [light, check, serverNowMs]);
}
