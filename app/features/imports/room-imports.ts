import { rememberImportedCover } from "#app/app-state/imported-covers.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, RoomId } from "#app/domain/ids.ts";
import type { ImportBatch } from "#app/domain/imports/import-batch.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { ReadableStore } from "#app/lib/store.ts";
import { startTimer } from "#app/lib/timer.ts";
import { removeWithAccount } from "#app/server-client/account/account-data.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { streamImport } from "#app/server-client/import-stream.ts";
import { serviceCoverUrl } from "./cover-url.ts";
import { createImportRunner, type ImportRunner } from "./import-runner.ts";
import { type RoomImportsState, removeBatch, setItems } from "./import-state.ts";

export type ImportSource = { readonly title: string; readonly tracks: readonly ServiceTrack[] };

/** The imports of this page into a room, and the actions on them. */
export type RoomImports = {
  readonly state: ReadableStore<RoomImportsState>;
  load(): void;
  /** Stores a batch and imports it. */
  start(source: ImportSource): Promise<Result<null>>;
  /** Imports the open items of a batch of an earlier visit. */
  resume(id: ImportBatchId): void;
  retry(id: ImportBatchId, items: readonly ImportItemId[]): Promise<Result<null>>;
  cancel(id: ImportBatchId, items: readonly ImportItemId[]): Promise<Result<null>>;
  /** Cancels the open items of a batch and removes it from the list. Imported tracks stay. */
  remove(batch: ImportBatch): Promise<Result<null>>;
  stop(): void;
};

const byRoom = new Map<RoomId, RoomImports>();

removeWithAccount(() => {
  for (const imports of byRoom.values()) imports.stop();
  byRoom.clear();
});

/** One object per room, so that imports continue while the dialog is closed. */
export function importsOf(roomId: RoomId): RoomImports {
  const known = byRoom.get(roomId);
  if (known) return known;
  const created = createRoomImports(roomId);
  byRoom.set(roomId, created);
  return created;
}

function createRoomImports(roomId: RoomId): RoomImports {
  const runner = createRunner(roomId);
  return {
    state: runner.state,
    load: () => void runner.load(),
    resume: runner.run,
    ...createStarts(roomId, runner),
    async cancel(batchId, items) {
      runner.change((state) => setItems(state, new Set(items), "cancelled"));
      const cancelled = await mutation("imports.cancel", { batchId, itemIds: [...items] });
      // afterwards, because an item whose request ends is made to wait unless it is cancelled
      runner.abort(new Set(items));
      return reloadUnless(runner, cancelled);
    },
    async remove({ id, items }) {
      runner.change((state) => removeBatch(state, id));
      const removed = await mutation("imports.cancel", { batchId: id });
      runner.abort(new Set(items.map((item) => item.id)));
      return reloadUnless(runner, removed);
    },
  };
}

/** The actions that let items run, and the one that ends all. A person may leave the room while the server stores a batch. */
function createStarts(roomId: RoomId, runner: ImportRunner): Pick<RoomImports, "start" | "retry" | "stop"> {
  let visit = 0;
  const runIn = (begun: number, id: ImportBatchId) => {
    if (visit === begun) runner.run(id);
  };
  return {
    async start({ title, tracks }) {
      const begun = visit;
      const started = await mutation("imports.start", { roomId, title, tracks: [...tracks] });
      if (!started.ok) return started;
      runIn(begun, started.value.batchId);
      await runner.load();
      return ok(null);
    },
    async retry(batchId, items) {
      const begun = visit;
      const retried = await mutation("imports.retry", { batchId, itemIds: [...items] });
      if (retried.ok) runner.change((state) => setItems(state, new Set(items), "waiting"));
      if (retried.ok) runIn(begun, batchId);
      return reloadUnless(runner, retried);
    },
    stop() {
      visit += 1;
      runner.stop();
    },
  };
}

/** After a refusal, the list shows what the server has. */
function reloadUnless(runner: ImportRunner, result: Result<null, ErrorCode>): Result<null, ErrorCode> {
  if (!result.ok) void runner.load();
  return result;
}

function createRunner(roomId: RoomId): ImportRunner {
  return createImportRunner({
    async listBatches() {
      const listed = await query("imports.list", { roomId });
      return listed.ok ? ok(listed.value.batches) : listed;
    },
    importItem: (id, options) => streamImport(`/api/imports/${id}`, { roomId, ...options }),
    onImported({ track }, trackId) {
      const url = serviceCoverUrl(track);
      if (url !== null) rememberImportedCover(trackId, url);
    },
    nowMs: Date.now,
    startTimer,
    isOnline: () => navigator.onLine,
    onOnline(listener) {
      window.addEventListener("online", listener);
      return () => window.removeEventListener("online", listener);
    },
  });
}
