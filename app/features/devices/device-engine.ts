import type { EngineStatus } from "#app/audio/engine-status.ts";
import type { DeviceTrouble } from "#app/domain/devices/device.ts";
import { DEVICE_TROUBLES } from "#app/domain/devices/device.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { ReadableStore } from "#app/lib/store.ts";

/** The part of the engine that the devices of a room need. */
export type DeviceEngine = {
  readonly status: ReadableStore<EngineStatus>;
  readonly context: AudioContext;
  readonly canSetSink: boolean;
  /** The output that plays; empty for the system's. */
  readonly sinkId: ReadableStore<string>;
  readonly log: EngineLog;
  /** Server time now, ms; null before the first estimate of the server's clock. */
  serverNowMs(): number | null;
  /** The context's time at which a server time sounds at the output, with the adjustment. Null while that is unknown. */
  toContextSec(serverMs: number): number | null;
  setKeepAlive(isOn: boolean): void;
  setSink(sinkId: string): Promise<void>;
  startSoundCheck(check: SoundCheck): void;
  endSoundCheck(id: string): void;
};

type LogEntry = { readonly atMs: number; readonly kind: string };

/** The log of this device. `atMs` is `Date.now()`. */
export type EngineLog = ReadableStore<readonly LogEntry[]> & {
  add(kind: "connection-lost" | "connection-back"): void;
};

/** The latest trouble in the log, and when it was. */
export function findTrouble(entries: readonly LogEntry[]): { readonly kind: DeviceTrouble; readonly atMs: number } | null {
  for (const { kind, atMs } of entries.toReversed()) {
    const trouble = DEVICE_TROUBLES.find((one) => one === kind);
    if (trouble) return { kind: trouble, atMs };
  }
  return null;
}
