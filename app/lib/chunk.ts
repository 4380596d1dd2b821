import { limits } from "#app/domain/limits.ts";

/** As many as one call may name. */
export function inBatches<T>(things: readonly T[]): readonly (readonly T[])[] {
  const size = limits.entriesPerCommand;
  return Array.from({ length: Math.ceil(things.length / size) }, (_, i) => things.slice(i * size, (i + 1) * size));
}
