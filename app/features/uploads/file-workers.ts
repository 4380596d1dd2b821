import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import ListenWorker from "./analyze.worker.ts?worker";
import type { FileFacts } from "./file-facts.ts";
import ReadWorker from "./read-file.worker.ts?worker";
import { createWorkerPool } from "./worker-pool.ts";

const LISTENERS = Math.max(1, Math.min(3, Math.floor((navigator.hardwareConcurrency || 2) / 2)));

/** Hashes files and reads their tags, one after the other: what they lie on is read in order. */
export const readPool = createWorkerPool<FileFacts>(() => new ReadWorker(), { size: 1, stillMsMax: 5 * 60_000 });

/**
 * Listens to files, as many at once as leave the machine its breath. Null: this browser cannot decode it. What is sent
 * waits for it, so that a file on which it hangs is given up soon.
 */
export const analysisPool = createWorkerPool<TrackAnalysis | null>(() => new ListenWorker(), {
  size: LISTENERS,
  stillMsMax: 60_000,
});
