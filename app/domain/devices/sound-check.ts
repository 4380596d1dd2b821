import type { DeviceId } from "#app/domain/ids.ts";
import type { DeviceChange } from "./device.ts";

/** A short test sound: `click` and `beat` for people, `chirp` for a microphone. */
export const TEST_SOUNDS = ["click", "beat", "chirp"] as const;
export type TestSound = (typeof TEST_SOUNDS)[number];

/** Test sounds that one device plays at times of the server's clock. */
export type SoundCheck = {
  /** The same for all devices of one request. */
  readonly id: string;
  readonly sound: TestSound;
  /** When the first sound begins, server time, ms. */
  readonly startMs: number;
  /** The time between two sounds, ms. */
  readonly periodMs: number;
  readonly count: number;
  /** The device plays no music until then, server time, ms; null if the music continues. */
  readonly silentUntilMs: number | null;
};

/** The schedule of a calibration, for the device that listens. It plays its own sounds before, between and after those of the others. */
export type CalibrationPlan = {
  readonly id: string;
  /** When each device plays its first sound, server time, ms. The listening device comes first. */
  readonly slots: readonly { readonly deviceId: DeviceId; readonly startMs: number }[];
  /** The time between two sounds of the same device, ms. */
  readonly periodMs: number;
  readonly rounds: number;
  /** When the listening device plays its last sound, server time, ms. */
  readonly lastMs: number;
};

/** A request about devices. The server checks the right to each of them. */
export type DeviceRequest =
  | { readonly type: "change"; readonly deviceId: DeviceId; readonly change: DeviceChange }
  | { readonly type: "disconnect"; readonly deviceId: DeviceId }
  /** Each device plays a click, all at the same moment. */
  | { readonly type: "test"; readonly deviceIds: readonly DeviceId[] }
  /** Starts the metronome on the devices. */
  | { readonly type: "metronome"; readonly deviceIds: readonly DeviceId[] }
  /** The sender listens while the devices play chirps in turn. */
  | { readonly type: "calibrate"; readonly deviceIds: readonly DeviceId[] }
  /**
   * Ends a sound check: for all, if the sender has started it or manages devices, or if it is a calibration in which the sender
   * plays; otherwise only on the sender's device.
   */
  | { readonly type: "stop"; readonly id: string };
