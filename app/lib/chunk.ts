import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";

/** As many as one call may name. */
export function chunk<T>(things: readonly T[]): readonly (readonly T[])[] {
  const size = playlistLimits.entriesPerCommand;
  return Array.from({ length: Math.ceil(things.length / size) }, (_, i) => things.slice(i * size, (i + 1) * size));
}
