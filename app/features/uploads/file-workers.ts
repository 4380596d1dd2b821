import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import AnalyzeWorker from "./analyze.worker.ts?worker";
import type { FileFacts } from "./file-facts.ts";
import ReadFileWorker from "./read-file.worker.ts?worker";
import { WorkerPool } from "./worker-pool.ts";

/** Half of the cores, so that the computer stays responsive. */
const ANALYSIS_WORKERS = Math.max(1, Math.min(3, Math.floor((navigator.hardwareConcurrency || 2) / 2)));

/** Hashes files and reads their tags. One worker, because drives are fastest when files are read one after the other. */
export const readPool = new WorkerPool<FileFacts>(() => new ReadFileWorker(), { size: 1, hangTimeoutMs: 5 * 60_000 });

/**
 * Measures files; null if this browser cannot decode the file. An upload waits for its analysis, so the timeout is short: a
 * file on which the decoder hangs must not hold it up for long.
 */
export const analysisPool = new WorkerPool<TrackAnalysis | null>(() => new AnalyzeWorker(), {
  size: ANALYSIS_WORKERS,
  hangTimeoutMs: 60_000,
});
