import { useCallback, useEffect, useState } from "react";
import { readNumber, type StoredNumber, storeNumber } from "#app/app-state/stored-number.ts";
import type { Engine } from "#app/audio/engine.ts";

/** The volume of this device. The browser stores it. */
export type Volume = {
  /** The position of the slider, 0 to 1. */
  readonly level: number;
  readonly isMuted: boolean;
  readonly set: (level: number) => void;
  readonly toggleMute: () => void;
};

const STORED: StoredNumber = { key: "volume", min: 0, max: 1, fallback: 1 };
/** The level after unmuting a slider that is at 0. */
const UNMUTED_LEVEL = 0.5;

export function useVolume(engine: Engine): Volume {
  const [level, setLevel] = useState(() => readNumber(STORED));
  const [isMuted, setMuted] = useState(false);

  // The square approximates how loudness is perceived.
  useEffect(() => engine.setVolume(isMuted ? 0 : level ** 2), [engine, level, isMuted]);

  const set = useCallback((next: number) => {
    setLevel(storeNumber(STORED, next));
    setMuted(false);
  }, []);
  const toggleMute = useCallback(() => {
    if (level > 0) return setMuted((current) => !current);
    set(UNMUTED_LEVEL);
  }, [level, set]);
  return { level, isMuted: isMuted || level === 0, set, toggleMute };
}
