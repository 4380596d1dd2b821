import { limitDelay } from "#app/domain/devices/device.ts";

/** The delay of one output. */
export type StoredDelay = {
  readonly key: string;
  readonly delayMs: number;
  /** For the system's output: the physical one behind it. Null if the browser did not name it. */
  readonly physicalKey: string | null;
};

/** The key of the system's output where the browser does not name the physical one. */
export const DEFAULT_OUTPUT_KEY = "default";
/** Those of the outputs that were set most recently are kept. */
export const STORED_DELAYS_MAX = 30;

/**
 * The delays in the order in which they were set. Malformed ones are dropped.
 * @param single what an earlier version stored for all outputs
 */
export function parseStoredDelays(value: unknown, single: unknown = null): readonly StoredDelay[] {
  if (Array.isArray(value)) return value.filter(isStoredDelay).slice(-STORED_DELAYS_MAX);
  return typeof single === "number" ? [{ key: DEFAULT_OUTPUT_KEY, delayMs: limitDelay(single), physicalKey: null }] : [];
}

/** The delay of an output, ms; 0 if none was set. */
export function findDelay(delays: readonly StoredDelay[], key: string): number {
  return delays.find((one) => one.key === key)?.delayMs ?? 0;
}

/** The delays after one is set. `isSystem`: the output is the system's. */
export function withDelay(
  delays: readonly StoredDelay[],
  { key, delayMs, isSystem }: { readonly key: string; readonly delayMs: number; readonly isSystem: boolean },
): readonly StoredDelay[] {
  const physicalKey = key === DEFAULT_OUTPUT_KEY ? null : key;
  const set = [{ key, delayMs: limitDelay(delayMs), physicalKey: null }];
  // a later page may not be told which output the system's is
  const system = isSystem ? [{ key: DEFAULT_OUTPUT_KEY, delayMs: limitDelay(delayMs), physicalKey }] : [];
  const added = physicalKey === null ? system : [...set, ...system];
  const keys = added.map((one) => one.key);
  return [...delays.filter((one) => !keys.includes(one.key)), ...added].slice(-STORED_DELAYS_MAX);
}

/** The delays when the browser begins to name the physical output behind the system's: a delay that was set before applies to it. */
export function withNamedSystem(delays: readonly StoredDelay[], key: string): readonly StoredDelay[] {
  const systemIndex = delays.findIndex((one) => one.key === DEFAULT_OUTPUT_KEY);
  const system = delays[systemIndex];
  if (!system || system.physicalKey !== null || key === DEFAULT_OUTPUT_KEY) return delays;
  const ownIndex = delays.findIndex((one) => one.key === key);
  return ownIndex > systemIndex ? delays : withDelay(delays, { key, delayMs: system.delayMs, isSystem: true });
}

function isStoredDelay(value: unknown): value is StoredDelay {
  if (typeof value !== "object" || value === null) return false;
  const { key, delayMs, physicalKey }: Partial<Record<keyof StoredDelay, unknown>> = value;
  const isKeyed = typeof key === "string" && (physicalKey === null || typeof physicalKey === "string");
  return isKeyed && typeof delayMs === "number" && limitDelay(delayMs) === delayMs;
}
