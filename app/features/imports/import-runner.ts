import type { ErrorCode } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, TrackId } from "#app/domain/ids.ts";
import type { ImportBatch, ImportItem } from "#app/domain/imports/import-batch.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { createLatest } from "#app/lib/latest.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { ImportOptions, ImportOutcome } from "#app/server-client/import-stream.ts";
import { endAttempt, endPauses, nextPauseEndMs, resumeNetwork, selectNext } from "./import-queue.ts";
import {
  activate,
  deactivateAll,
  NO_IMPORTS,
  type RoomImportsState,
  receiveList,
  setProgress,
  startItem,
} from "./import-state.ts";

export type ImportRunnerDeps = {
  readonly listBatches: () => Promise<Result<readonly ImportBatch[]>>;
  readonly importItem: (id: ImportItemId, options: ImportOptions) => Promise<ImportOutcome>;
  readonly onImported: (item: ImportItem, trackId: TrackId) => void;
  readonly nowMs: () => number;
  /** Returns the function that cancels the timer. */
  readonly startTimer: (ms: number, run: () => void) => () => void;
  readonly isOnline: () => boolean;
  /** Calls the listener each time the browser is online again. Returns the function that ends this. */
  readonly onOnline: (listener: () => void) => () => void;
};

/** Imports the items of active batches, several at a time. */
export type ImportRunner = {
  readonly state: ReadableStore<RoomImportsState>;
  /** Applies a change of the person, and starts the items that wait for it. */
  change(apply: (state: RoomImportsState) => RoomImportsState): void;
  /** Loads the list. Earlier batches stay visible until it arrives, and after a failure. */
  load(): Promise<void>;
  run(id: ImportBatchId): void;
  /** Closes the requests of these items. */
  abort(ids: ReadonlySet<ImportItemId>): void;
  /** Closes all requests. The items wait for the next visit. */
  stop(): void;
};

export function createImportRunner(deps: ImportRunnerDeps): ImportRunner {
  const state = createStore(NO_IMPORTS);
  const requests = createRequests(deps.importItem);
  const loading = createLatest();
  const timers = createTimers(deps, {
    onPauseEnd: () => update((current) => endPauses(current, deps.nowMs())),
    onRefresh: () => void load(),
    onOnline: () => update(resumeNetwork),
  });

  function update(apply: (current: RoomImportsState) => RoomImportsState): void {
    state.update(apply);
    if (deps.isOnline()) for (const item of selectNext(state.get())) void attempt(item);
    timers.schedule(state.get());
  }
  async function attempt(item: ImportItem): Promise<void> {
    state.update((current) => startItem(current, item.id));
    const outcome = await requests.send(item.id, (progress) =>
      state.update((current) => setProgress(current, item.id, progress)),
    );
    if (outcome.type === "done") deps.onImported(item, outcome.trackId);
    update((current) => endAttempt(current, item, { outcome, nowMs: deps.nowMs() }));
  }
  const load = () => loading.run(deps.listBatches, (listed) => update((current) => receiveList(current, listed)));

  return {
    state,
    change: update,
    load,
    run: (id) => update((current) => activate(current, id)),
    abort: requests.abort,
    stop() {
      state.update(deactivateAll);
      timers.stop();
      requests.abortAll();
    },
  };
}

/** The requests that have no outcome yet. */
function createRequests(importItem: ImportRunnerDeps["importItem"]) {
  const open = new Map<ImportItemId, AbortController>();
  return {
    async send(id: ImportItemId, onProgress: ImportOptions["onProgress"]): Promise<ImportOutcome> {
      const request = new AbortController();
      open.set(id, request);
      const outcome = await importItem(id, { signal: request.signal, onProgress });
      open.delete(id);
      return outcome;
    },
    abort(ids: ReadonlySet<ImportItemId>): void {
      for (const id of ids) open.get(id)?.abort();
    },
    abortAll(): void {
      for (const request of open.values()) request.abort();
    },
  };
}

type TimerHandlers = {
  readonly onPauseEnd: () => void;
  /** It is time to load the list again: other windows may have ended their items, or the last attempt has failed. */
  readonly onRefresh: () => void;
  readonly onOnline: () => void;
};

/** The events for which a runner waits while a batch is active. */
function createTimers(deps: ImportRunnerDeps, { onPauseEnd, onRefresh, onOnline }: TimerHandlers) {
  let cancelPause: (() => void) | null = null;
  let cancelRefresh: (() => void) | null = null;
  let stopListening: (() => void) | null = null;
  let isStale = false;
  const stop = () => {
    for (const cancel of [cancelPause, cancelRefresh, stopListening]) cancel?.();
    cancelPause = cancelRefresh = stopListening = null;
  };
  return {
    stop,
    schedule(state: RoomImportsState): void {
      isStale = isReloadable(state);
      if (state.activeIds.size === 0) return stop();
      stopListening ??= deps.onOnline(() => {
        onOnline();
        if (isStale) onRefresh();
      });
      const pauseEndMs = nextPauseEndMs(state);
      cancelPause?.();
      cancelPause = pauseEndMs === null ? null : deps.startTimer(Math.max(0, pauseEndMs - deps.nowMs()), onPauseEnd);
      if (state.refusedIds.size === 0 && !isStale) return;
      cancelRefresh ??= deps.startTimer(isStale ? RELOAD_MS : importLimits.leaseMs, () => {
        cancelRefresh = null;
        onRefresh();
      });
    },
  };
}

/** After a failed request, the list may lack an active batch. */
const RELOAD_MS = 15 * SECOND_MS;
/** Failures that end without an action of the person. */
const PASSING: readonly (ErrorCode | null)[] = ["network", "internal"];

function isReloadable({ error }: RoomImportsState): boolean {
  return PASSING.includes(error);
}
