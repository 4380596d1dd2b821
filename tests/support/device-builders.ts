import type { DeviceHealth } from "#app/domain/devices/device.ts";

/** The report of a device that plays in sync. */
export function buildHealth(changes: Partial<DeviceHealth> = {}): DeviceHealth {
  return {
    name: "Phone",
    role: "all",
    volume: 1,
    isMuted: false,
    delayMs: 0,
    kind: "phone",
    sound: "on",
    isSettling: false,
    isInSync: true,
    errorMs: 0.5,
    boundMs: 1,
    roundTripMs: 20,
    bufferMs: 10_000,
    outputName: null,
    outputLatencyMs: 30,
    trouble: null,
    ...changes,
  };
}
