import { useCallback, useEffect } from "react";
import { deviceGain, deviceSettings, setDeviceMuted, setDeviceVolume } from "#app/app-state/device-settings.ts";
import type { Engine } from "#app/audio/engine.ts";
import { useStore } from "#app/lib/use-store.ts";

/** The volume of this device. The browser stores it. */
export type Volume = {
  /** The position of the slider, 0 to 1. */
  readonly level: number;
  readonly isMuted: boolean;
  readonly set: (level: number) => void;
  readonly toggleMute: () => void;
};

/** The level after unmuting a slider that is at 0. */
const UNMUTED_LEVEL = 0.5;

/** Applies the volume of this device to the engine. Another device of the same user may change it too. */
export function useVolume(engine: Engine): Volume {
  const settings = useStore(deviceSettings);
  const { volume: level, isMuted } = settings;
  const gain = deviceGain(settings);
  useEffect(() => engine.setVolume(gain), [engine, gain]);

  const set = useCallback((next: number) => {
    setDeviceVolume(next);
    setDeviceMuted(false);
  }, []);
  const toggleMute = useCallback(() => {
    if (level > 0) setDeviceMuted(!isMuted);
    else set(UNMUTED_LEVEL);
  }, [level, isMuted, set]);
  return { level, isMuted: isMuted || level === 0, set, toggleMute };
}
