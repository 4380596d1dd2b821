import { useEffect, useRef, useState } from "react";
import { startTimer } from "#app/lib/timer.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { Player } from "./use-player.ts";

type Crossfade = {
  /** The length as the slider shows it, ms. */
  readonly ms: number;
  readonly set: (ms: number) => void;
};

/** A slider passes many values: one is sent when it has rested for this long, ms. */
const REST_MS = 500;

/** The length of the room's crossfade, and how the slider changes it. */
export function useCrossfade({ order, setCrossfade }: Player): Crossfade {
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  const unsentMs = useRef<number | null>(null);
  const cancel = useRef<() => void>(() => undefined);
  const send = useLatestRef(async () => {
    const ms = unsentMs.current;
    unsentMs.current = null;
    if (ms !== null && ms !== order.crossfadeMs) await setCrossfade(ms);
    setChosenMs((latestMs) => (latestMs === ms ? null : latestMs));
  });

  useEffect(() => {
    return () => {
      cancel.current();
      void send.current();
    };
  }, [send]);

  return {
    ms: chosenMs ?? order.crossfadeMs,
    set(ms) {
      setChosenMs(ms);
      unsentMs.current = ms;
      cancel.current();
      cancel.current = startTimer(REST_MS, () => void send.current());
    },
  };
}
