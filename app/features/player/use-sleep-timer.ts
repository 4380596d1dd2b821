import { useEffect, useState } from "react";
import type { Engine } from "#app/audio/engine.ts";
import { findAdvance } from "#app/domain/playback/schedule.ts";
import { startTimer } from "#app/lib/timer.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { SleepTimer } from "./sleep-timer.ts";
import type { Player } from "./use-player.ts";

/** The sleep timer of this device. It exists as long as the page. */
export function useSleepTimer(player: Player, engine: Engine): SleepTimer {
  const latest = useLatestRef(player);
  const [timer] = useState(
    () =>
      new SleepTimer({
        nowMs: () => Date.now(),
        after: startTimer,
        readTrack() {
          const { entry, isPlaying, durationMs, positionMs, view } = latest.current;
          const advance = view.state && findAdvance(view.state);
          const overlapMs = advance ? advance.endMs - advance.atMs : 0;
          return { entryId: entry?.id ?? null, leftMs: isPlaying ? durationMs - overlapMs - positionMs() : null };
        },
        setFade: (share) => engine.setFade(share),
        stop: () => latest.current.stopListening(),
      }),
  );
  const isStopped = player.sound === "stopped";
  useEffect(() => {
    if (isStopped) timer.choose(null);
  }, [isStopped, timer]);
  useEffect(() => () => timer.choose(null), [timer]);
  return timer;
}
