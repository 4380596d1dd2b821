import type { ListedDevice } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { type DeviceViewer, getDeviceRights } from "./device-rights.ts";

/** Why a device cannot be measured now: it is silent, or has not reported yet. */
export type Unready = "locked" | "stopped" | "waiting";

/** A device that the viewer may measure with the microphone of this one. */
export type CalibrationChoice = {
  readonly device: ListedDevice;
  readonly isSelected: boolean;
  /** Null if it can be measured. */
  readonly unready: Unready | null;
  /** Whether it can be measured more accurately in half a minute, because its sound has just started. */
  readonly isSettling: boolean;
  /** False if it cannot be measured, or if as many as possible are selected already. */
  readonly canSelect: boolean;
};

/** The devices that the user has selected or deselected. The others keep their defaults. */
export type ChoiceChanges = ReadonlyMap<DeviceId, boolean>;

/** The devices that may be measured. At first, those of the viewer are selected; a manager adds those of others. */
export function listChoices(
  devices: readonly ListedDevice[],
  viewer: DeviceViewer,
  changes: ChoiceChanges,
): readonly CalibrationChoice[] {
  const allowed = devices.flatMap((device) => {
    const { isThis, isOwn, canAdjust } = getDeviceRights(device, viewer);
    return canAdjust && !isThis ? [{ device, unready: findUnready(device), isDefault: isOwn }] : [];
  });
  const wanted = allowed.filter(({ device, unready, isDefault }) => !unready && (changes.get(device.id) ?? isDefault));
  // the choices of the user come before the defaults
  const ranked = [...wanted].sort((a, b) => Number(changes.has(b.device.id)) - Number(changes.has(a.device.id)));
  const selected = new Set(ranked.slice(0, deviceLimits.calibrated).map(({ device }) => device.id));
  const isFull = selected.size === deviceLimits.calibrated;
  return allowed.map(({ device, unready }) => {
    const isSelected = selected.has(device.id);
    const isSettling = unready === null && device.report?.isSettling === true;
    return { device, unready, isSettling, isSelected, canSelect: !unready && (isSelected || !isFull) };
  });
}

/** Whether the sound of the listening device has just started. All others are compared with it. */
export function isListenerSettling(devices: readonly ListedDevice[], viewer: DeviceViewer): boolean {
  return devices.some((device) => getDeviceRights(device, viewer).isThis && device.report?.isSettling === true);
}

export function selectedIds(choices: readonly CalibrationChoice[]): readonly DeviceId[] {
  return choices.flatMap(({ device, isSelected }) => (isSelected ? [device.id] : []));
}

function findUnready({ report }: ListedDevice): Unready | null {
  if (!report) return "waiting";
  return report.sound === "on" ? null : report.sound;
}

/** The text in `calibration.microphone` that explains why there is no device to choose. */
export function explainEmptyChoice({ userId, canManage }: DeviceViewer): "none" | "noneGuest" | "noneManaged" {
  // guests have no account that connects their devices
  if (userId === null) return "noneGuest";
  return canManage ? "noneManaged" : "none";
}

/** For how long the music pauses while this many devices and the listening one play in turn, whole seconds. */
export function calibrationSeconds(devices: number): number {
  const { chirpRounds, chirpSlotMs, soundLeadMs } = deviceLimits;
  // after the last round the listening device plays once more
  const slots = (devices + 1) * chirpRounds + 1;
  return Math.ceil((soundLeadMs + slots * chirpSlotMs) / SECOND_MS);
}
