import type { ListedDevice, SpeakerRole } from "#app/domain/devices/device.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import type { RoomDevices } from "#app/server-client/room/room-devices.ts";

/** The devices that play the two channels. */
export type StereoPair = { readonly left: DeviceId; readonly right: DeviceId };

/** The roles before, which restore them. */
export type RoleUndo = readonly { readonly deviceId: DeviceId; readonly role: SpeakerRole }[];

/** The pair to offer: this device and another one of the same user, of the same kind if there is one. Null if there is no other. */
export function suggestStereoPair(devices: readonly ListedDevice[], ownId: DeviceId | null): StereoPair | null {
  const own = devices.find(({ id }) => id === ownId);
  const userId = own?.person?.id;
  if (!own || userId === undefined) return null;
  const others = devices.filter(({ id, person, report }) => id !== own.id && person?.id === userId && report !== null);
  const right = others.find(({ report }) => report?.kind === own.report?.kind) ?? others[0];
  return right ? { left: own.id, right: right.id } : null;
}

/** Gives both devices their roles. After a refusal both have their previous ones. */
export async function assignStereo(
  devices: Pick<RoomDevices, "list" | "request">,
  { left, right }: StereoPair,
): Promise<{ readonly error: ErrorCode | null; readonly undo: RoleUndo }> {
  const undo: RoleUndo = [left, right].map((deviceId) => ({ deviceId, role: roleOf(devices, deviceId) }));
  const changed: RoleUndo[number][] = [];
  for (const [index, role] of (["left", "right"] as const).entries()) {
    const before = undo[index];
    if (!before) continue;
    const error = await devices.request({ type: "change", deviceId: before.deviceId, change: { role } });
    if (error !== null) {
      await restoreRoles(devices, changed);
      return { error, undo: [] };
    }
    changed.push(before);
  }
  return { error: null, undo };
}

/** Restores the roles; returns the first error. */
export async function restoreRoles(devices: Pick<RoomDevices, "request">, undo: RoleUndo): Promise<ErrorCode | null> {
  const errors = await Promise.all(
    undo.map(({ deviceId, role }) => devices.request({ type: "change", deviceId, change: { role } })),
  );
  return errors.find((error) => error !== null) ?? null;
}

function roleOf({ list }: Pick<RoomDevices, "list">, deviceId: DeviceId): SpeakerRole {
  return list.get()?.devices.find(({ id }) => id === deviceId)?.report?.role ?? "all";
}
