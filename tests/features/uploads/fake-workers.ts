import { vi } from "vitest";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import type { FileFacts } from "#app/features/uploads/file-facts.ts";
import type { WorkerMessage } from "#app/features/uploads/worker-message.ts";

type Processing = {
  readonly read: (file: File) => WorkerMessage<FileFacts>;
  /** The analysis is null if this browser cannot decode the file. */
  readonly analyze: (file: File) => WorkerMessage<TrackAnalysis | null>;
};

export const ANALYSIS: TrackAnalysis = { loudnessLufs: -9, truePeakDb: 0, waveform: null };

export const analyzed = (value: TrackAnalysis | null) => ({ type: "response", value }) as const;

/** Replaces the workers that read and analyze files. They answer at once. */
export function stubWorkers({ read, analyze }: Processing): void {
  vi.stubGlobal("navigator", { hardwareConcurrency: 2, onLine: true });
  class FakeWorker {
    onmessage: ((event: { readonly data: unknown }) => void) | null = null;
    readonly #process: (file: File) => unknown;
    constructor(url: string) {
      this.#process = url.includes("read-file.worker") ? read : analyze;
    }
    postMessage(file: File): void {
      const data = this.#process(file);
      queueMicrotask(() => this.onmessage?.({ data }));
    }
    terminate(): void {
      this.onmessage = null;
    }
  }
  vi.stubGlobal("Worker", FakeWorker);
}
