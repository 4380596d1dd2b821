import { useCallback, useEffect, useState } from "react";
import type { Engine } from "#app/audio/engine.ts";

/** This device's own volume, kept between visits. */
export type Volume = {
  /** 0 to 1, as the slider stands. */
  readonly level: number;
  readonly isMuted: boolean;
  readonly set: (level: number) => void;
  readonly toggleMute: () => void;
};

const KEY = "volume";
const AUDIBLE = 0.5;

export function useVolume(engine: Engine): Volume {
  const [level, setLevel] = useState(readLevel);
  const [isMuted, setMuted] = useState(false);

  // a square is near to how loudness is felt
  useEffect(() => engine.setVolume(isMuted ? 0 : level ** 2), [engine, level, isMuted]);

  const set = useCallback((next: number) => {
    setLevel(next);
    setMuted(false);
    localStorage.setItem(KEY, String(next));
  }, []);
  const toggleMute = useCallback(() => {
    if (level > 0) return setMuted((muted) => !muted);
    // there is no louder than nothing to go back to
    set(AUDIBLE);
  }, [level, set]);
  return { level, isMuted: isMuted || level === 0, set, toggleMute };
}

function readLevel(): number {
  const stored = Number.parseFloat(localStorage.getItem(KEY) ?? "1");
  return stored >= 0 && stored <= 1 ? stored : 1;
}
