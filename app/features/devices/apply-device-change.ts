import {
  deviceSettings,
  setDeviceMuted,
  setDeviceName,
  setDeviceVolume,
  setSpeakerRole,
  setTemporaryRole,
} from "#app/app-state/device-settings.ts";
import { outputDelays } from "#app/app-state/output-delays.ts";
import type { DeviceChange } from "#app/domain/devices/device.ts";

/** Who has made a change on another device. */
export type ChangeSender = {
  /** Null for a guest without a name. */
  readonly by: string | null;
  /** Whether it is the user of this device. The role and the delay that another person sets last until the page is closed. */
  readonly isOwn: boolean;
};

/**
 * Changes the settings of this device and returns those that are different now.
 * @param sender null if the change was made here
 */
export function applyDeviceChange(change: DeviceChange, sender: ChangeSender | null): DeviceChange {
  const before = deviceSettings.get();
  const delayBeforeMs = outputDelays.delayMs.get();
  setAll(change, sender);
  const after = deviceSettings.get();
  const delayAfterMs = outputDelays.delayMs.get();
  return {
    ...(after.name !== null && after.name !== before.name && { name: after.name }),
    ...(after.role !== before.role && { role: after.role }),
    ...(after.volume !== before.volume && { volume: after.volume }),
    ...(after.isMuted !== before.isMuted && { isMuted: after.isMuted }),
    ...(delayAfterMs !== delayBeforeMs && { delayMs: delayAfterMs }),
  };
}

function setAll({ name, role, volume, isMuted, delayMs }: DeviceChange, sender: ChangeSender | null): void {
  const isStored = sender?.isOwn ?? true;
  const setRole = isStored ? setSpeakerRole : setTemporaryRole;
  const setDelay = isStored ? outputDelays.setDelay : outputDelays.setTemporaryDelay;
  if (name !== undefined) setDeviceName(name);
  if (role !== undefined) setRole(role);
  if (volume !== undefined) setDeviceVolume(volume);
  if (isMuted !== undefined) setDeviceMuted(isMuted, sender?.by ?? null);
  if (delayMs !== undefined) setDelay(delayMs);
}
