import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ErrorCode, ErrorDetail } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, TrackId, UploadId } from "#app/domain/ids.ts";
import { IMPORT_STATES } from "#app/domain/imports/import-batch.ts";
import type { Service, ServiceTrack } from "#app/domain/imports/service.ts";
import { roomColumn, userColumn } from "./rooms.ts";

// Music services that people have connected, and imports from them. Columns and times follow the conventions of `rooms.ts`.

/** The accounts at services that people have connected: one per service. */
export const connections = sqliteTable(
  "connections",
  {
    userId: userColumn("user_id"),
    service: text("service").$type<Service>().notNull(),
    /** The name of the account at the service. */
    account: text("account").notNull(),
    /** The address of a server of the person's own. Empty for the other services. */
    address: text("address").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.service] })],
);

/** The credentials of connections, encrypted with a key derived from the Worker's secret. The change log must not contain them. */
export const connectionSecrets = sqliteTable(
  "connection_secrets",
  {
    userId: userColumn("user_id"),
    service: text("service").$type<Service>().notNull(),
    sealed: text("sealed").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.service] })],
);

/** Tracks that a person imports from a service into a room at once. */
export const importBatches = sqliteTable(
  "import_batches",
  {
    id: text("id").$type<ImportBatchId>().primaryKey(),
    userId: userColumn("user_id"),
    roomId: roomColumn(),
    /** The name of the collection; empty for tracks that were chosen one by one. */
    title: text("title").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("import_batches_user").on(t.userId, t.roomId),
    index("import_batches_room").on(t.roomId),
    index("import_batches_age").on(t.createdAtMs),
  ],
);

export const importItems = sqliteTable(
  "import_items",
  {
    id: text("id").$type<ImportItemId>().primaryKey(),
    batchId: text("batch_id")
      .$type<ImportBatchId>()
      .notNull()
      .references(() => importBatches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    /** As the service described it when the batch was made. */
    track: text("track", { mode: "json" }).$type<ServiceTrack>().notNull(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    /** Null unless the item has failed. */
    error: text("error").$type<ErrorCode>(),
    errorDetail: text("error_detail", { mode: "json" }).$type<ErrorDetail>(),
    /**
     * The upload of the last attempt, from which the id of its track is derived. A request that was cut off after it had made the
     * track is thereby recognized, and the track is not added twice. Null before the first attempt.
     */
    uploadId: text("upload_id").$type<UploadId>(),
    /** A running item without a later renewal counts as waiting. 0 unless it is running. */
    leasedUntilMs: integer("leased_until_ms").notNull().default(0),
    /** Null unless the item is done. */
    trackId: text("track_id").$type<TrackId>(),
  },
  (t) => [index("import_items_batch").on(t.batchId, t.position)],
);
