import type { TrackId } from "#app/domain/ids.ts";
import { removeWithAccount } from "#app/server-client/account/account-data.ts";

/** Addresses of the covers that services have for tracks which this page imported. They serve for files without a picture. */
const covers = new Map<TrackId, string>();

removeWithAccount(() => covers.clear());

export function rememberImportedCover(trackId: TrackId, url: string): void {
  covers.set(trackId, url);
}

/** Returns the address of an imported track's cover, once. Null without one. */
export function takeImportedCover(trackId: TrackId): string | null {
  const url = covers.get(trackId) ?? null;
  covers.delete(trackId);
  return url;
}
