import type { ImportBatchId, ImportItemId } from "#app/domain/ids.ts";
import type { ImportBatch, ImportItem } from "#app/domain/imports/import-batch.ts";
import type { Service, ServiceTrack } from "#app/domain/imports/service.ts";
import type { FoundTrack } from "#app/features/imports/found.ts";

/** A track that can be imported. Its title is its id. */
export function buildServiceTrack(id: string, service: Service = "yandex"): ServiceTrack {
  return {
    service,
    id,
    title: id,
    artist: "Oda",
    album: "",
    durationMs: 180_000,
    isrc: null,
    cover: null,
    isAvailable: true,
  };
}

/** A found track that neither the room nor the library has. */
export function buildFoundTrack(id: string, change: Partial<FoundTrack> = {}): FoundTrack {
  return { track: buildServiceTrack(id), libraryTrackId: null, isHere: false, ...change };
}

export function buildImportItem(id: string, change: Partial<ImportItem> = {}): ImportItem {
  const track = buildServiceTrack(id);
  return { id: id as ImportItemId, track, state: "waiting", error: null, errorDetail: null, trackId: null, ...change };
}

export function buildImportBatch(id: string, items: readonly ImportItem[]): ImportBatch {
  return { id: id as ImportBatchId, title: "", createdAtMs: 0, items };
}
