import type { ListedDevice } from "#app/domain/devices/device.ts";
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

/** A guest owns only the device that they use, because guests have no account that connects their devices. */
export function getDeviceRights({ id, person }: ListedDevice, viewer: DeviceViewer): DeviceRights {
  const isThis = id === viewer.deviceId;
  const isOwn = isThis || (viewer.userId !== null && person?.id === viewer.userId);
  return { isThis, isOwn, canAdjust: isOwn || viewer.canManage };
}
