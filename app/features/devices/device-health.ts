import type { OwnDeviceSettings } from "#app/app-state/device-settings.ts";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import type { DeviceHealth, DeviceKind, DeviceTrouble } from "#app/domain/devices/device.ts";
import { type Playback, positionAt } from "#app/domain/playback/playback.ts";
import { totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import { DAY_MS } from "#app/domain/units.ts";

/** An older trouble is not reported. */
const TROUBLE_MAX_MS = DAY_MS;

/** This device now. */
export type DeviceMoment = {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly settings: Pick<OwnDeviceSettings, "role" | "volume" | "isMuted">;
  readonly delayMs: number;
  readonly outputName: string | null;
  readonly status: EngineStatus;
  /** Null before the room's state is known. */
  readonly playback: Playback | null;
  /** Null before the first estimate of the server's clock. */
  readonly serverNowMs: number | null;
  readonly trouble: { readonly kind: DeviceTrouble; readonly atMs: number } | null;
  /** `Date.now()` */
  readonly nowMs: number;
};

/** The report of a device to its room. */
export function toDeviceHealth(moment: DeviceMoment): DeviceHealth {
  const { name, kind, settings, delayMs, outputName, status } = moment;
  const { role, volume, isMuted } = settings;
  return {
    ...{ name, kind, role, volume, isMuted, delayMs, outputName },
    sound: status.sound,
    isSettling: status.isSettling,
    isInSync: status.syncState === "off" ? null : status.syncState === "in-sync",
    errorMs: status.errorMs,
    boundMs: status.errorMs === null || status.uncertainty === null ? null : totalUncertaintyMs(status.uncertainty),
    roundTripMs: status.clock?.roundTripMs ?? null,
    bufferMs: toBufferMs(moment),
    outputLatencyMs: status.output?.isLatencyKnown ? status.output.latencyMs : null,
    trouble: toTrouble(moment),
  };
}

function toBufferMs({ status: { bufferedToMs }, playback, serverNowMs }: DeviceMoment): number | null {
  if (bufferedToMs === null || playback === null || playback.status === "idle" || serverNowMs === null) return null;
  return bufferedToMs - positionAt(playback, serverNowMs);
}

function toTrouble({ trouble, nowMs }: DeviceMoment): DeviceHealth["trouble"] {
  if (!trouble || nowMs - trouble.atMs > TROUBLE_MAX_MS) return null;
  // the clock of the device may have been set back
  return { kind: trouble.kind, agoMs: Math.max(0, nowMs - trouble.atMs) };
}
