import { useState } from "react";
import type { Result } from "#app/domain/result.ts";
import { useLatest } from "#app/lib/use-latest.ts";

/** Why a file has no result. */
export type FileProblem = "unreadable" | "network" | "not-decodable" | "not-audio";

export type ProcessOptions = { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };

export type FileProcessing<T> =
  | { readonly status: "idle" }
  /** `share` of the file that is processed, 0 to 1; null if it is unknown. */
  | { readonly status: "working"; readonly file: File; readonly share: number | null }
  | { readonly status: "done"; readonly file: File; readonly value: T }
  | { readonly status: "failed"; readonly file: File; readonly problem: FileProblem };

/** Processes one file at a time. A new file cancels the processing of the file before it. */
export function useFileProcessing<T>(process: (file: File, options: ProcessOptions) => Promise<Result<T, FileProblem>>) {
  const [processing, setProcessing] = useState<FileProcessing<T>>({ status: "idle" });
  const latest = useLatest();

  function start(file: File): void {
    setProcessing({ status: "working", file, share: null });
    void latest.run(
      (signal) =>
        process(file, {
          signal,
          onProgress: (share) => !signal.aborted && setProcessing({ status: "working", file, share }),
        }),
      (result) =>
        setProcessing(
          result.ok ? { status: "done", file, value: result.value } : { status: "failed", file, problem: result.error },
        ),
    );
  }

  return { processing, start };
}

/** The problem that an error code of a file worker stands for. */
export function toFileProblem(code: string): FileProblem {
  return code === "network" ? "network" : "unreadable";
}
