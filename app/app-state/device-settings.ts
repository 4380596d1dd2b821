import { parseDeviceName, SPEAKER_ROLES, type SpeakerRole } from "#app/domain/devices/device.ts";
import { readJson, storeJson } from "#app/lib/local-storage.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";

/** The settings of this device that its browser stores. */
export type StoredDeviceSettings = {
  /** The name that the user has chosen. Null for the default name. */
  readonly name: string | null;
  readonly role: SpeakerRole;
  /** The position of the volume slider, 0 to 1. */
  readonly volume: number;
  /** The device serves as a loudspeaker: its screen stays on while it plays. */
  readonly isLoudspeaker: boolean;
  /** An inaudible tone keeps a wireless output from falling asleep. */
  readonly keepsOutputAwake: boolean;
};

/** The settings of this device. Those about muting, and a role that another person has set, last until the page is closed. */
export type OwnDeviceSettings = StoredDeviceSettings & {
  readonly isMuted: boolean;
  /** Who has muted this device from another one. Null if it was muted here, or is not muted. */
  readonly mutedBy: string | null;
};

const KEY = "device-settings";
/** The key under which earlier versions stored only the volume. */
const VOLUME_KEY = "volume";

const settings = createStore<OwnDeviceSettings>({ ...readStored(), isMuted: false, mutedBy: null });

/**
 * The settings of this device. Each tab is a device of its own, so a tab does not follow the changes of another one; the latest
 * change of each setting is what the next page starts with.
 */
export const deviceSettings: ReadableStore<OwnDeviceSettings> = settings;

/** Changes and stores settings. The caller passes valid values. */
export function changeDeviceSettings(change: Partial<StoredDeviceSettings>): void {
  settings.update((current) => ({ ...current, ...change }));
  // another tab may have changed other settings since
  storeJson(KEY, { ...readStored(), ...change });
}

/** @param name null, or a name of which nothing is left, for the default name */
export function setDeviceName(name: string | null): void {
  changeDeviceSettings({ name: name === null ? null : parseDeviceName(name) });
}

export function setSpeakerRole(role: SpeakerRole): void {
  changeDeviceSettings({ role });
}

/** Sets the role until the page is closed. */
export function setTemporaryRole(role: SpeakerRole): void {
  settings.update((current) => ({ ...current, role }));
}

/** @param volume is limited to 0 to 1 */
export function setDeviceVolume(volume: number): void {
  changeDeviceSettings({ volume: Math.max(0, Math.min(1, volume)) });
}

/** @param by who has muted it from another device */
export function setDeviceMuted(isMuted: boolean, by: string | null = null): void {
  const current = settings.get();
  const mutedBy = isMuted ? by : null;
  if (isMuted !== current.isMuted || mutedBy !== current.mutedBy) settings.set({ ...current, isMuted, mutedBy });
}

export function setLoudspeaker(isLoudspeaker: boolean): void {
  changeDeviceSettings({ isLoudspeaker });
}

export function setKeepsOutputAwake(keepsOutputAwake: boolean): void {
  changeDeviceSettings({ keepsOutputAwake });
}

/** The gain of this device's own volume, linear. The square approximates how loudness is perceived. */
export function deviceGain({ volume, isMuted }: Pick<OwnDeviceSettings, "volume" | "isMuted">): number {
  return isMuted ? 0 : volume ** 2;
}

function readStored(): StoredDeviceSettings {
  return parseDeviceSettings(readJson(KEY), readJson(VOLUME_KEY));
}

/**
 * Missing and malformed settings get their defaults.
 * @param volume what an earlier version stored
 */
export function parseDeviceSettings(value: unknown, volume: unknown = null): StoredDeviceSettings {
  const stored: Partial<Record<keyof StoredDeviceSettings, unknown>> = typeof value === "object" && value !== null ? value : {};
  return {
    name: typeof stored.name === "string" ? parseDeviceName(stored.name) : null,
    role: SPEAKER_ROLES.find((role) => role === stored.role) ?? "all",
    volume: [stored.volume, volume].find(isVolume) ?? 1,
    isLoudspeaker: stored.isLoudspeaker === true,
    keepsOutputAwake: stored.keepsOutputAwake === true,
  };
}

function isVolume(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}
