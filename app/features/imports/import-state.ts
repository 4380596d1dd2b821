import type { ErrorCode } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, TrackId } from "#app/domain/ids.ts";
import type { ImportBatch, ImportItem, ImportState } from "#app/domain/imports/import-batch.ts";
import type { Service } from "#app/domain/imports/service.ts";
import type { Result } from "#app/domain/result.ts";
import type { ImportProgress } from "#app/server-client/import-stream.ts";

/** The reason why no item starts for a while: a busy service, or a lost network. */
export type Pause = Service | "network";

/** The imports into a room, as this page knows them. */
export type RoomImportsState = {
  /** The newest first. Null until they are loaded. */
  readonly batches: readonly ImportBatch[] | null;
  /** Why the last attempt to load them failed. */
  readonly error: ErrorCode | null;
  /** The batches that this page works on, and those that have ended since it began. */
  readonly activeIds: ReadonlySet<ImportBatchId>;
  /** The failure that has stopped a batch since the last one was started. Null without one. */
  readonly stopError: ErrorCode | null;
  /** The items that this page imports now. Null before the first byte. */
  readonly progress: ReadonlyMap<ImportItemId, ImportProgress | null>;
  /** Items that the server did not let this page import. They are left alone until the list is loaded again. */
  readonly refusedIds: ReadonlySet<ImportItemId>;
  /** When each pause ends, in local time. */
  readonly pauses: ReadonlyMap<Pause, number>;
};

export const NO_IMPORTS: RoomImportsState = {
  batches: null,
  error: null,
  activeIds: new Set(),
  stopError: null,
  progress: new Map(),
  refusedIds: new Set(),
  pauses: new Map(),
};

export function receiveList(state: RoomImportsState, listed: Result<readonly ImportBatch[]>): RoomImportsState {
  if (!listed.ok) return { ...state, error: listed.error };
  const own = new Map(listItems(state).map((item) => [item.id, item]));
  // the list may be older than the start of an item
  const merge = (item: ImportItem) =>
    item.state === "done" || !state.progress.has(item.id) ? item : (own.get(item.id) ?? item);
  const batches = listed.value.map((batch) => ({ ...batch, items: batch.items.map(merge) }));
  return { ...state, batches, error: null, refusedIds: new Set() };
}

/** Starts a batch, which the list may lack yet. Batches that have ended are no longer counted with it. */
export function activate(state: RoomImportsState, id: ImportBatchId): RoomImportsState {
  const isOpen = ({ items }: ImportBatch) => items.some((item) => item.state === "waiting" || item.state === "running");
  const ended = new Set((state.batches ?? []).filter((batch) => !isOpen(batch)).map((batch) => batch.id));
  const running = [...state.activeIds].filter((other) => !ended.has(other));
  return { ...state, activeIds: new Set([...running, id]), stopError: null };
}

function listItems({ batches }: RoomImportsState): readonly ImportItem[] {
  return (batches ?? []).flatMap(({ items }) => items);
}

/** Stops a batch. The items that run now are not affected. */
export function deactivate(state: RoomImportsState, id: ImportBatchId): RoomImportsState {
  return { ...state, activeIds: withoutEntry(state.activeIds, id) };
}

/** Stops all batches. */
export function deactivateAll(state: RoomImportsState): RoomImportsState {
  return { ...state, activeIds: new Set(), refusedIds: new Set(), pauses: new Map() };
}

export function startItem(state: RoomImportsState, id: ImportItemId): RoomImportsState {
  return setProgress(changeItem(state, id, toState("running")), id, null);
}

/** Progress that arrives after the item has ended is ignored by the runner, which has removed its entry. */
export function setProgress(state: RoomImportsState, id: ImportItemId, progress: ImportProgress | null): RoomImportsState {
  return { ...state, progress: new Map(state.progress).set(id, progress) };
}

export function setItems(
  state: RoomImportsState,
  ids: ReadonlySet<ImportItemId>,
  next: "waiting" | "cancelled",
): RoomImportsState {
  const from: readonly ImportState[] = next === "waiting" ? ["failed", "cancelled"] : ["waiting", "running"];
  const change = toState(next);
  return changeItems(state, (item) => (ids.has(item.id) && from.includes(item.state) ? change(item) : item));
}

export function removeBatch(state: RoomImportsState, id: ImportBatchId): RoomImportsState {
  const batches = state.batches?.filter((batch) => batch.id !== id) ?? null;
  return { ...deactivate(state, id), batches };
}

export function setDone(item: ImportItem, trackId: TrackId): ImportItem {
  return { ...item, state: "done", error: null, errorDetail: null, trackId };
}

export function toState(state: "waiting" | "running" | "cancelled"): (item: ImportItem) => ImportItem {
  return (item) => ({ ...item, state, error: null, errorDetail: null });
}

export function changeItem(
  state: RoomImportsState,
  id: ImportItemId,
  change: (item: ImportItem) => ImportItem,
): RoomImportsState {
  return changeItems(state, (item) => (item.id === id ? change(item) : item));
}

/** Batches without a changed item keep their identity, so that their rows are not rendered again. */
function changeItems(state: RoomImportsState, change: (item: ImportItem) => ImportItem): RoomImportsState {
  const batches = state.batches?.map((batch) => {
    const items = batch.items.map(change);
    return items.every((item, i) => item === batch.items[i]) ? batch : { ...batch, items };
  });
  return { ...state, batches: batches ?? null };
}

export function withEntry<T>(set: ReadonlySet<T>, entry: T): ReadonlySet<T> {
  return new Set(set).add(entry);
}

export function withoutEntry<T>(set: ReadonlySet<T>, entry: T): ReadonlySet<T> {
  return new Set([...set].filter((other) => other !== entry));
}
