import { describe, expect, it } from "vitest";
import type { DeviceHealth, ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceId, UserId } from "#app/domain/ids.ts";
import { getDeviceRights } from "#app/features/devices/device-rights.ts";
import { isAside, toDeviceStatus } from "#app/features/devices/device-status.ts";

const report: DeviceHealth = {
  name: "Kitchen",
  role: "all",
  volume: 1,
  isMuted: false,
  delayMs: 0,
  kind: "phone",
  sound: "on",
  isSettling: false,
  isInSync: true,
  errorMs: 1,
  boundMs: 2,
  roundTripMs: 20,
  bufferMs: 10_000,
  outputName: null,
  outputLatencyMs: 20,
  trouble: null,
};

describe("the status of a device", () => {
  it.each([
    ["waiting", null, false],
    ["locked", { ...report, sound: "locked" }, false],
    ["stopped", { ...report, sound: "stopped", isMuted: true }, true],
    ["muted", { ...report, isMuted: true }, true],
    ["roomMuted", report, true],
    ["ready", { ...report, isInSync: null }, false],
    ["inSync", report, false],
    ["notInSync", { ...report, isInSync: false }, false],
  ] as const)("is %s", (status, health, isRoomMuted) => {
    expect(toDeviceStatus(health, isRoomMuted)).toBe(status);
  });

  it("shows devices that do not take part in gray", () => {
    expect((["waiting", "locked", "stopped", "muted", "ready", "inSync"] as const).map(isAside)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("the rights on a device", () => {
  const [mira, kim] = ["u1", "u2"] as UserId[];
  const [here, there] = ["d1", "d2"] as DeviceId[];
  const device = (id: DeviceId | undefined, userId: UserId | undefined): ListedDevice => ({
    id: id ?? ("" as DeviceId),
    person: userId ? { id: userId, name: "Mira", avatar: "#e9b84c" } : null,
    guestName: null,
    report,
  });

  it("a person owns all devices where they are signed in", () => {
    const viewer = { userId: mira ?? null, deviceId: here ?? null, canManage: false };
    expect(getDeviceRights(device(here, mira), viewer)).toEqual({ isThis: true, isOwn: true, canAdjust: true });
    expect(getDeviceRights(device(there, mira), viewer)).toEqual({ isThis: false, isOwn: true, canAdjust: true });
    expect(getDeviceRights(device(there, kim), viewer)).toEqual({ isThis: false, isOwn: false, canAdjust: false });
  });

  it("a guest owns only the device in use", () => {
    const viewer = { userId: null, deviceId: here ?? null, canManage: false };
    expect(getDeviceRights(device(here, undefined), viewer).isOwn).toBe(true);
    expect(getDeviceRights(device(there, undefined), viewer).isOwn).toBe(false);
  });

  it("a manager may adjust the devices of others without owning them", () => {
    const viewer = { userId: mira ?? null, deviceId: here ?? null, canManage: true };
    expect(getDeviceRights(device(there, kim), viewer)).toEqual({ isThis: false, isOwn: false, canAdjust: true });
  });
});
