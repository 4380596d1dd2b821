import type { Connection } from "#app/domain/access/connection.ts";
import type { DeviceHealth, ListedDevice } from "./device.ts";
import { deviceLimits } from "./device-limits.ts";

/** A device as others see it, or with what only its own user and those who manage devices see. */
export function toListedDevice(
  { deviceId, person, guestName }: Pick<Connection, "deviceId" | "person" | "guestName">,
  report: DeviceHealth | null,
  { isOutputVisible }: { readonly isOutputVisible: boolean },
): ListedDevice {
  const visible = report && !isOutputVisible ? { ...report, outputName: null } : report;
  return { id: deviceId, person, guestName, report: visible };
}

/**
 * The devices that one recipient sees, at most `deviceLimits.listed`: their own first, then the others in the order of joining.
 * `others` counts the rest.
 *
 * @param joined all devices of the room, in the order of joining
 * @param own those of the recipient, in that order
 */
export function arrangeDevices<T>(
  joined: readonly T[],
  own: ReadonlySet<T>,
): { readonly listed: readonly T[]; readonly others: number } {
  const listed = [...own].slice(0, deviceLimits.listed);
  for (const device of joined) {
    if (listed.length >= deviceLimits.listed) break;
    if (!own.has(device)) listed.push(device);
  }
  return { listed, others: joined.length - listed.length };
}
