import { z } from "zod";
import type { ImportBatchId, ImportItemId } from "#app/domain/ids.ts";
import type { ImportBatch, ImportItem } from "#app/domain/imports/import-batch.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { SERVICES } from "#app/domain/imports/service.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import {
  cancelImportItems,
  deleteImportBatch,
  findImportBatch,
  type ImportBatchRow,
  type ImportItemRow,
  insertImportBatch,
  listImportBatches,
  retryImportItems,
} from "#db/queries/imports.ts";
import { newId } from "#workers/crypto/random.ts";
import { durationMs, idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { type AccessRequirement, defineFunction, requireUser, type SignedIn } from "#workers/functions/define.ts";
import { allowImportChange } from "#workers/rate-limits/user-limits.ts";
import { hasSameRole, roomAction } from "#workers/room-access/room-requirement.ts";

const batchId = idOf<ImportBatchId>();
const itemIds = z.array(idOf<ImportItemId>()).min(1).max(importLimits.batchTracks);
const text = z.string().max(importLimits.textChars);
const track = z.strictObject({
  service: z.enum(SERVICES),
  id: z.string().min(1).max(importLimits.idChars),
  title: text,
  artist: text,
  album: text,
  durationMs: durationMs.nullable(),
  isrc: z.string().max(30).nullable(),
  cover: z.string().max(importLimits.coverChars).nullable(),
  isAvailable: z.boolean(),
});

type OwnBatch = { readonly batch: ImportBatchRow };

const ownBatch: AccessRequirement<{ readonly batchId: ImportBatchId }, SignedIn & OwnBatch> = {
  caller: "signed-in",
  description: "The user who started the import.",
  authorize: async (context, { batchId }) => {
    const granted = requireUser(context);
    if (!granted.ok) return granted;
    const allowed = await allowImportChange(context.db, granted.value.user.id, context.nowMs);
    if (!allowed.ok) return allowed;
    const batch = await findImportBatch(context.db, batchId, granted.value.user.id);
    return batch ? ok({ ...granted.value, batch }) : fail("import-batch-not-found");
  },
};

/** Functions about imports of several tracks. A browser imports them one by one with `POST /api/imports/{itemId}`. */
export const batchFunctions = {
  start: defineFunction({
    kind: "mutation",
    access: roomAction("roomId", "add-tracks"),
    summary:
      "Stores a list of tracks to import from music services into a room. Then each is imported with `POST /api/imports/{itemId}`, by this page or by a later one.",
    returns: "`batchId`",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      title: text.describe("The name of the collection; empty for tracks that were chosen one by one"),
      tracks: z
        .array(track)
        .min(1)
        .max(importLimits.batchTracks)
        .describe("As `imports.search` or `imports.resolve` returned them"),
    }),
    handler: async ({ db, user, nowMs, access }, { title, tracks }): Promise<Result<{ readonly batchId: ImportBatchId }>> => {
      const allowed = await allowImportChange(db, user.id, nowMs);
      if (!allowed.ok) return allowed;
      const id = newId<ImportBatchId>();
      const row = { id, userId: user.id, roomId: access.room.id, title, createdAtMs: nowMs };
      const items = tracks.map((item) => ({ id: newId<ImportItemId>(), track: item }));
      const limits = { openMax: importLimits.openBatches, endedKept: importLimits.endedBatches };
      const isInserted = await insertImportBatch(db, row, { items, ...limits });
      return isInserted ? ok({ batchId: id }) : fail("too-many-imports");
    },
  }),

  list: defineFunction({
    kind: "query",
    access: roomAction("roomId", "add-tracks"),
    summary: "Lists the caller's imports into a room, the newest first. They are kept for 30 days unless they are removed.",
    returns:
      "`batches`, each with `id`, `title`, `createdAtMs` and `items`: `id`, `track`, `state`, `error`, `errorDetail` and `trackId`.",
    args: z.strictObject({ roomId: roomIdOrUrl }),
    atTimestamp: hasSameRole,
    handler: async ({ db, user, access }): Promise<Result<{ readonly batches: readonly ImportBatch[] }>> => {
      const rows = await listImportBatches(db, { userId: user.id, roomId: access.room.id });
      return ok({ batches: rows.map(({ batch, items }) => toBatch(batch, items)) });
    },
  }),

  retry: defineFunction({
    kind: "mutation",
    access: ownBatch,
    summary: "Makes failed and cancelled tracks of an import wait again: those in `itemIds`, or all.",
    returns: "null",
    args: z.strictObject({ batchId, itemIds: itemIds.optional() }),
    handler: async ({ db }, args) => {
      await retryImportItems(db, args.batchId, args.itemIds ?? null);
      return ok(null);
    },
  }),

  cancel: defineFunction({
    kind: "mutation",
    access: ownBatch,
    summary:
      "Cancels the tracks of an import in `itemIds` unless they have ended; or, without `itemIds`, removes the import from the list. Imported tracks stay.",
    returns: "null",
    args: z.strictObject({ batchId, itemIds: itemIds.optional() }),
    handler: async ({ db }, args) => {
      if (args.itemIds) await cancelImportItems(db, args.batchId, args.itemIds);
      else await deleteImportBatch(db, args.batchId);
      return ok(null);
    },
  }),
};

function toBatch({ id, title, createdAtMs }: ImportBatchRow, items: readonly ImportItemRow[]): ImportBatch {
  return { id, title, createdAtMs, items: items.map(toItem) };
}

function toItem({ id, track, state, error, errorDetail, trackId }: ImportItemRow): ImportItem {
  return { id, track, state, error, errorDetail, trackId };
}
