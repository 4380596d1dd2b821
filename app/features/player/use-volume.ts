import { useCallback, useEffect, useState } from "react";
import type { Engine } from "#app/audio/engine.ts";

/** The volume of this device. The browser stores it. */
export type Volume = {
  /** The position of the slider, 0 to 1. */
  readonly level: number;
  readonly isMuted: boolean;
  readonly set: (level: number) => void;
  readonly toggleMute: () => void;
};

const STORAGE_KEY = "volume";
/** The level after unmuting a slider that is at 0. */
const UNMUTED_LEVEL = 0.5;

export function useVolume(engine: Engine): Volume {
  const [level, setLevel] = useState(readLevel);
  const [isMuted, setMuted] = useState(false);

  // The square approximates how loudness is perceived.
  useEffect(() => engine.setVolume(isMuted ? 0 : level ** 2), [engine, level, isMuted]);

  const set = useCallback((next: number) => {
    setLevel(next);
    setMuted(false);
    localStorage.setItem(STORAGE_KEY, String(next));
  }, []);
  const toggleMute = useCallback(() => {
    if (level > 0) return setMuted((current) => !current);
    set(UNMUTED_LEVEL);
  }, [level, set]);
  return { level, isMuted: isMuted || level === 0, set, toggleMute };
}

function readLevel(): number {
  const stored = Number.parseFloat(localStorage.getItem(STORAGE_KEY) ?? "1");
  return stored >= 0 && stored <= 1 ? stored : 1;
}
