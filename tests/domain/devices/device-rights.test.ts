import { describe, expect, it } from "vitest";
import type { Connection } from "#app/domain/access/connection.ts";
import { EFFECTIVE_ROLES, type EffectiveRole } from "#app/domain/access/permissions.ts";
import type { DeviceChange } from "#app/domain/devices/device.ts";
import {
  canChangeDevice,
  canReplaceCalibration,
  canSeeOutput,
  canStopSounds,
  canTestDevice,
  isOwnDevice,
} from "#app/domain/devices/device-rights.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";

const device = (id: string, person: string | null, role: Connection["role"] = null): Connection =>
  buildConnection(person === null ? null : userId(person), { deviceId: id as DeviceId, role });
const as = (role: EffectiveRole): Connection => {
  if (role === "guest") return device("caller", null);
  return device("caller", "caller", role === "spectator" ? null : role);
};
const EVERYTHING: DeviceChange = { name: "Kitchen", role: "left", volume: 1, isMuted: true, delayMs: 120 };
const MANAGERS: readonly EffectiveRole[] = ["owner", "admin"];

describe("rights to devices", () => {
  it("DV2 people change and test all of their own devices, whatever their role", () => {
    for (const role of EFFECTIVE_ROLES) {
      const own = role === "guest" ? device("caller", null) : device("other", "caller");
      expect(isOwnDevice(as(role), own)).toBe(true);
      expect(canChangeDevice(as(role), own, EVERYTHING)).toBe(true);
      expect(canTestDevice(as(role), own)).toBe(true);
    }
  });

  it("DV2 a guest has only the device of the same connection", () => {
    expect(isOwnDevice(as("guest"), device("other", null))).toBe(false);
    expect(isOwnDevice(as("guest"), device("other", "mira"))).toBe(false);
    expect(isOwnDevice(device("caller", "mira"), device("other", null))).toBe(false);
  });

  it.each(EFFECTIVE_ROLES)("DV3 %s changes what their role permits on the devices of others", (role) => {
    for (const other of [device("other", "mira", "owner"), device("other", null)]) {
      const allowed = Object.entries(EVERYTHING).flatMap(([field, value]) => {
        return canChangeDevice(as(role), other, { [field]: value }) ? field : [];
      });
      expect(allowed).toEqual(MANAGERS.includes(role) ? ["role", "isMuted", "delayMs"] : []);
      expect(canChangeDevice(as(role), other, { isMuted: true, name: "Kitchen" })).toBe(false);
    }
  });

  it.each(EFFECTIVE_ROLES)("DV8 DV10 %s sees outputs and tests devices of others only as a manager", (role) => {
    const other = device("other", "mira", "viewer");
    expect(canSeeOutput(as(role), other)).toBe(MANAGERS.includes(role));
    expect(canTestDevice(as(role), other)).toBe(MANAGERS.includes(role));
  });
  it.each(EFFECTIVE_ROLES)("DV13 %s stops the test sounds of others only as a manager", (role) => {
    expect(canStopSounds(as(role), device("other", "mira", "owner"))).toBe(MANAGERS.includes(role));
    expect(canStopSounds(as(role), as(role))).toBe(true);
  });

  it.each(EFFECTIVE_ROLES)(
    "DV12 %s replaces the calibrations of people who do not manage devices only as a manager",
    (role) => {
      expect(canReplaceCalibration(as(role), device("other", "mira", "viewer"))).toBe(MANAGERS.includes(role));
      expect(canReplaceCalibration(as(role), device("other", null))).toBe(MANAGERS.includes(role));
      expect(canReplaceCalibration(as(role), device("other", "mira", "admin"))).toBe(false);
      expect(canReplaceCalibration(as(role), as(role))).toBe(true);
    },
  );
});
