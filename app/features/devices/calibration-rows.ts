import type { DeviceDelay } from "#app/domain/calibration/estimate-delays.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceList, RoomDevices } from "#app/server-client/room/room-devices.ts";
import type { CalibrationRow } from "./calibration-run.ts";

/** The results of a calibration. */
export function toCalibrationRows(delays: readonly DeviceDelay[], list: DeviceList | null): readonly CalibrationRow[] {
  return delays.map((delay) => {
    const { deviceId } = delay;
    const report = list?.devices.find(({ id }) => id === deviceId)?.report;
    const name = report?.name ?? null;
    if ("reason" in delay) return { status: "unmeasured", deviceId, name, reason: delay.reason };
    if (!report) return { status: "unmeasured", deviceId, name, reason: "left" };
    const newMs = Math.round(report.delayMs + delay.delayMs);
    if (Math.abs(newMs) > deviceLimits.delayMs) return { status: "unmeasured", deviceId, name, reason: "out-of-range" };
    const measured = { measuredMs: delay.delayMs, boundMs: delay.boundMs };
    return { status: "measured", deviceId, name: report.name, oldMs: report.delayMs, ...measured, newMs, error: null };
  });
}

/** Sets the delays on the devices: the measured ones, or those before, where the measured ones were set. */
export function setMeasuredDelays(
  devices: Pick<RoomDevices, "request">,
  rows: readonly CalibrationRow[],
  to: "old" | "new",
): Promise<readonly CalibrationRow[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (row.status === "unmeasured" || (to === "old" && row.error !== null)) return row;
      const change = { delayMs: to === "old" ? row.oldMs : row.newMs };
      return { ...row, error: await devices.request({ type: "change", deviceId: row.deviceId, change }) };
    }),
  );
}
