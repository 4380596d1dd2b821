import type { ErrorCode, ErrorDetail } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, TrackId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "./service.ts";

/**
 * `waiting`: will be imported when a browser of the person continues the batch. `running`: a browser imports it; without news from
 * it for `importLimits.leaseMs`, the item counts as waiting. `done`, `failed` and `cancelled` end an item; a retry makes it wait again.
 */
export const IMPORT_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** One track of a batch. */
export type ImportItem = {
  readonly id: ImportItemId;
  readonly track: ServiceTrack;
  readonly state: ImportState;
  /** Why it failed. Null in every other state. */
  readonly error: ErrorCode | null;
  /** The values of the error's text. */
  readonly errorDetail: ErrorDetail | null;
  /** The imported track. Null unless it is done. */
  readonly trackId: TrackId | null;
};

/** Tracks of a service that a person imports into a room at once. */
export type ImportBatch = {
  readonly id: ImportBatchId;
  /** The name of the collection; empty for tracks that were chosen one by one. */
  readonly title: string;
  readonly createdAtMs: number;
  readonly items: readonly ImportItem[];
};
