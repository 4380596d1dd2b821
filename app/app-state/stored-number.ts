import { readJson, storeJson } from "#app/lib/local-storage.ts";

/** A number that this browser stores, within limits. It is never sent to the server. */
export type StoredNumber = {
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
};

/** The stored number, or the fallback where it is missing or out of range. */
export function readNumber({ key, min, max, fallback }: StoredNumber): number {
  const stored = readJson(key);
  return typeof stored === "number" && stored >= min && stored <= max ? stored : fallback;
}

/** Stores a number, limited to its range, and returns it. */
export function storeNumber({ key, min, max }: StoredNumber, value: number): number {
  const limited = Math.max(min, Math.min(max, value));
  storeJson(key, limited);
  return limited;
}
