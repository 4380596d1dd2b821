import type { ListedDevice } from "#app/domain/devices/device.ts";
import { isOwnDevice } from "#app/domain/devices/device-rights.ts";
import type { DeviceId, UserId } from "#app/domain/ids.ts";

/** The person who looks at the devices, on one of them. */
export type DeviceViewer = {
  readonly userId: UserId | null;
  /** The device on which the panel is open. */
  readonly deviceId: DeviceId | null;
  /** May mute and adjust any device. */
  readonly canManage: boolean;
};

/** The actions that the viewer may perform on a device. The server checks it too. */
export type DeviceRights = {
  readonly isThis: boolean;
  /** A device of the viewer: they may also rename it, set its volume and disconnect it. */
  readonly isOwn: boolean;
  /** May mute it, choose its role and play test sounds on it. */
  readonly canAdjust: boolean;
};

export function getDeviceRights({ id, person }: ListedDevice, viewer: DeviceViewer): DeviceRights {
  const self = { deviceId: viewer.deviceId, person: viewer.userId && { id: viewer.userId } };
  const isOwn = isOwnDevice(self, { deviceId: id, person });
  return { isThis: id === viewer.deviceId, isOwn, canAdjust: isOwn || viewer.canManage };
}
