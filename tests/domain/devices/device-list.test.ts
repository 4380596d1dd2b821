import { describe, expect, it } from "vitest";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { arrangeDevices, toListedDevice } from "#app/domain/devices/device-list.ts";
import { countReporting, reportIntervalMs } from "#app/domain/devices/report-interval.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";
import { buildHealth } from "#tests/support/device-builders.ts";

describe("the list of devices", () => {
  it("DV7 begins with the recipient's own devices, and continues in the order of joining", () => {
    expect(arrangeDevices(["a", "b", "c", "d"], new Set(["c", "d"]))).toEqual({ listed: ["c", "d", "a", "b"], others: 0 });
  });

  it("DV7 has at most 100 devices, and counts the others", () => {
    const joined = Array.from({ length: 1000 }, (_, i) => i);
    const { listed, others } = arrangeDevices(joined, new Set([999]));
    expect(listed).toEqual([999, ...joined.slice(0, 99)]);
    expect(others).toBe(900);
    const all = arrangeDevices(joined, new Set(joined));
    expect(all).toEqual({ listed: joined.slice(0, deviceLimits.listed), others: 900 });
  });

  it("DV8 a device has the name of its output only for those who may see it", () => {
    const connection = buildConnection(userId("mira"));
    const report = buildHealth({ outputName: "Bedroom" });
    expect(toListedDevice(connection, report, { isOutputVisible: true }).report).toEqual(report);
    expect(toListedDevice(connection, report, { isOutputVisible: false }).report).toEqual({ ...report, outputName: null });
    expect(toListedDevice(connection, null, { isOutputVisible: false })).toEqual({
      id: connection.deviceId,
      person: connection.person,
      guestName: null,
      report: null,
    });
  });
});

describe("the interval of reports", () => {
  const present = (...counts: readonly number[]) => {
    return counts.map((devices, n) => ({
      person: { id: userId(`user ${n}`), name: "Mira", avatar: "#000000" },
      role: null,
      devices,
    }));
  };

  it("DV6 is two seconds in a small room, and grows with the number of devices", () => {
    expect(reportIntervalMs({ reporting: 1, ofPerson: 1 })).toBe(deviceLimits.reportMs);
    expect(reportIntervalMs({ reporting: 50, ofPerson: 16 })).toBe(2000);
    expect(reportIntervalMs({ reporting: 1000, ofPerson: 1 })).toBe(40_000);
  });

  it("DV6 of the devices of others does not grow with those of one person beyond 16", () => {
    expect(countReporting({ present: present(2, 16), guests: 3 })).toBe(21);
    expect(countReporting({ present: present(2, 500), guests: 3 })).toBe(21);
  });

  it.each([17, 40, 1000])("DV6 leaves a person with %i devices more than half of their messages", (ofPerson) => {
    for (const reporting of [16, 50, 400]) {
      const intervalMs = reportIntervalMs({ reporting, ofPerson });
      expect((1000 * ofPerson) / intervalMs).toBeLessThanOrEqual(8);
      // no more than the share of the room's reports that belongs to those that count
      expect((1000 * ofPerson) / intervalMs).toBeLessThanOrEqual(Math.max(8, (25 * 16) / reporting));
    }
  });
});
