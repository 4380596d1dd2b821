import type { ErrorCode } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, TrackId } from "#app/domain/ids.ts";
import type { ImportBatch } from "#app/domain/imports/import-batch.ts";
import { fail, ok } from "#app/domain/result.ts";
import { createImportRunner } from "#app/features/imports/import-runner.ts";
import type { ImportOptions, ImportOutcome } from "#app/server-client/import-stream.ts";

type Attempt = ImportOptions & { readonly id: string; end(outcome: ImportOutcome): void };
type Timer = { readonly atMs: number; readonly run: () => void };

export const done = (trackId: string): ImportOutcome => ({ type: "done", trackId: trackId as TrackId });
export const failed = (code: Extract<ImportOutcome, { type: "failed" }>["code"]): ImportOutcome => ({ type: "failed", code });

/** The receiver of a response runs before the next macrotask. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A page with a manual clock, whose server lists these batches. An import runs until the test ends it, or until it is aborted. */
export async function openImportPage(batches: readonly ImportBatch[]) {
  const running = new Map<string, Attempt>();
  const started: string[] = [];
  const imported: string[] = [];
  const timers = new Set<Timer>();
  const online = new Set<() => void>();
  const server = { batches, lists: 0, error: null as ErrorCode | null };
  const clock = { nowMs: 1_000_000, isOnline: true };

  const runner = createImportRunner({
    async listBatches() {
      server.lists++;
      return server.error ? fail(server.error) : ok(server.batches);
    },
    importItem: (id, options) =>
      new Promise((resolve) => {
        started.push(id);
        const end = (outcome: ImportOutcome) => {
          running.delete(id);
          resolve(outcome);
        };
        running.set(id, { ...options, id, end });
        options.signal.addEventListener("abort", () => end(failed("upload-cancelled")));
      }),
    onImported: (item, trackId) => imported.push(`${item.id}=${trackId}`),
    nowMs: () => clock.nowMs,
    startTimer(ms, run) {
      const timer = { atMs: clock.nowMs + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    isOnline: () => clock.isOnline,
    onOnline(listener) {
      online.add(listener);
      return () => online.delete(listener);
    },
  });
  await runner.load();

  return {
    runner,
    server,
    started,
    imported,
    timers,
    running: () => [...running.keys()],
    /** Ends an item that runs. */
    async end(id: string, outcome: ImportOutcome) {
      const attempt = running.get(id);
      if (!attempt) throw new Error(`${id} does not run`);
      attempt.end(outcome);
      await settle();
    },
    report: (id: string, receivedBytes: number) => running.get(id)?.onProgress({ receivedBytes, totalBytes: 100 }),
    async advance(ms: number) {
      clock.nowMs += ms;
      for (const timer of [...timers].filter(({ atMs }) => atMs <= clock.nowMs)) {
        timers.delete(timer);
        timer.run();
      }
      await settle();
    },
    goOffline() {
      clock.isOnline = false;
    },
    goOnline() {
      clock.isOnline = true;
      for (const listener of [...online]) listener();
    },
    run: (id: string) => runner.run(id as ImportBatchId),
    abort: (id: string) => runner.abort(new Set([id as ImportItemId])),
    states: () =>
      Object.fromEntries((runner.state.get().batches ?? []).flatMap(({ items }) => items.map((i) => [i.id, i.state]))),
  };
}
