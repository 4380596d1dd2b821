import type { TrackId } from "#app/domain/ids.ts";

/** Addresses of the covers that services have for tracks which this page imported. They serve for files without a picture. */
const covers = new Map<TrackId, string>();

export function rememberImportedCover(trackId: TrackId, url: string): void {
  covers.set(trackId, url);
}

/** Returns the address of an imported track's cover, once. Null without one. */
export function takeImportedCover(trackId: TrackId): string | null {
  const url = covers.get(trackId) ?? null;
  covers.delete(trackId);
  return url;
}
