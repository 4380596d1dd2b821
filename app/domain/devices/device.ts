import type { Person } from "#app/domain/accounts/person.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { deviceLimits } from "./device-limits.ts";

/**
 * The part of the sound that a loudspeaker plays: everything; one channel of the stereo sound, on all of its own; both channels
 * mixed; the part below 120 Hz; or the part above it.
 */
export const SPEAKER_ROLES = ["all", "left", "right", "mono", "low", "high"] as const;
export type SpeakerRole = (typeof SPEAKER_ROLES)[number];

/** The kind of a device, for its icon and its default name. */
export const DEVICE_KINDS = ["phone", "tablet", "computer", "television"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** The settings of a device that can be changed, by its own user or from another device. */
export type DeviceSettings = {
  readonly name: string;
  readonly role: SpeakerRole;
  /** The position of its volume slider, 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** By how much its output sounds late without the browser knowing it, ms; negative if it sounds early. */
  readonly delayMs: number;
};
export type DeviceChange = Partial<DeviceSettings>;

/** Whether a device plays: `locked` until the first user gesture, `stopped` by its user. */
export const DEVICE_SOUNDS = ["locked", "on", "stopped"] as const;
export type DeviceSound = (typeof DEVICE_SOUNDS)[number];

/** The latest trouble of a device. */
export const DEVICE_TROUBLES = ["underrun", "jump", "output-lost", "interrupted", "asleep", "connection-lost"] as const;
export type DeviceTrouble = (typeof DEVICE_TROUBLES)[number];

/** The report of a device about itself, sent while someone watches. All of it is claimed by the device. */
export type DeviceHealth = DeviceSettings & {
  readonly kind: DeviceKind;
  readonly sound: DeviceSound;
  /** Whether its sound has just started, and may still move by some milliseconds. */
  readonly isSettling: boolean;
  /** Whether it plays in sync; null while nothing plays. */
  readonly isInSync: boolean | null;
  /** Actual minus scheduled position and the part of it that is unknown, ms; null while nothing plays. */
  readonly errorMs: number | null;
  readonly boundMs: number | null;
  readonly roundTripMs: number | null;
  /** How much of the current track is ready beyond its position, ms. */
  readonly bufferMs: number | null;
  /** The name of the output. Null if the browser does not name it. Only its own user and those who manage devices receive it. */
  readonly outputName: string | null;
  /** How long the sound takes to the output, by the browser, ms. */
  readonly outputLatencyMs: number | null;
  /** The latest trouble, and how long ago it was, ms. */
  readonly trouble: { readonly kind: DeviceTrouble; readonly agoMs: number } | null;
};

/** A device in the list that a room sends to those who watch. */
export type ListedDevice = {
  readonly id: DeviceId;
  /** The person whose device it is; null for a guest. */
  readonly person: Person | null;
  readonly guestName: string | null;
  /** Null until the device has reported. */
  readonly report: DeviceHealth | null;
};

/** A name without control characters, trimmed and not too long. Null if nothing is left. */
export function parseDeviceName(value: string): string | null {
  const name = [...value.replace(/[\p{Cc}\p{Cf}]/gu, "").trim()].slice(0, deviceLimits.nameLength).join("").trim();
  return name === "" ? null : name;
}

/** The name of an output without control characters, not too long. Null if nothing is left. */
export function parseOutputName(value: string): string | null {
  const visible = value.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return [...visible].slice(0, deviceLimits.outputNameLength).join("").trim() || null;
}

/** A delay within the limits, whole ms. */
export function limitDelay(ms: number): number {
  return Math.max(-deviceLimits.delayMs, Math.min(deviceLimits.delayMs, Math.round(ms)));
}
