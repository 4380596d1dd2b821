import type { Connection } from "#app/domain/access/connection.ts";
import { canByRole, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import type { DeviceChange } from "./device.ts";

/** The parts of a connection that decide about devices. */
export type DeviceConnection = Pick<Connection, "deviceId" | "person" | "role">;

/** The settings that admins and the owner change on the devices of others. */
const MANAGED: Readonly<Record<keyof DeviceChange, boolean>> = {
  name: false,
  role: true,
  volume: false,
  isMuted: true,
  delayMs: true,
};

/** The part of a connection that decides whose device it is. A page that has not joined yet has no id. */
type DeviceOwner = { readonly deviceId: DeviceId | null; readonly person: Pick<Person, "id"> | null };

/** Whether the device belongs to the person. Guests cannot be recognized, so each of them has one device. */
export function isOwnDevice(viewer: DeviceOwner, device: DeviceOwner): boolean {
  if (viewer.deviceId === device.deviceId) return true;
  return viewer.person !== null && viewer.person.id === device.person?.id;
}

/** Whether the person manages the devices of everyone in the room. */
export function canManageDevices({ person, role }: DeviceConnection): boolean {
  return canByRole(toEffectiveRole(role, person !== null), "manage-devices");
}

export function canChangeDevice(sender: DeviceConnection, device: DeviceConnection, change: DeviceChange): boolean {
  if (isOwnDevice(sender, device)) return true;
  // the schema admits no other keys
  const fields = Object.keys(change) as readonly (keyof DeviceChange)[];
  return canManageDevices(sender) && fields.every((field) => MANAGED[field]);
}

/** Whether the person may have the device play test sounds. */
export function canTestDevice(sender: DeviceConnection, device: DeviceConnection): boolean {
  return isOwnDevice(sender, device) || canManageDevices(sender);
}

/** Whether the person ends the test sounds that a device has started, for all who play them. */
export function canStopSounds(sender: DeviceConnection, starter: DeviceConnection): boolean {
  return isOwnDevice(sender, starter) || canManageDevices(sender);
}

/** Whether a calibration that a device starts takes the place of the one that `running` has started. */
export function canReplaceCalibration(starter: DeviceConnection, running: DeviceConnection): boolean {
  if (starter.deviceId === running.deviceId) return true;
  return canManageDevices(starter) && !canManageDevices(running);
}

/** Whether the person sees the name of the device's output, which may be the name of its owner or of a room in their home. */
export function canSeeOutput(viewer: DeviceConnection, device: DeviceConnection): boolean {
  return isOwnDevice(viewer, device) || canManageDevices(viewer);
}
