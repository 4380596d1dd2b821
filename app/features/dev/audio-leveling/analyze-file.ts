import { fail, ok, type Result } from "#app/domain/result.ts";
import { levelingGainDb, roundLevels, type TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { type FileProblem, type ProcessOptions, toFileProblem } from "#app/features/dev/use-file-processing.ts";

/** Measures a file as an upload does. The value is null if this browser cannot decode it. */
export type AnalyzeFile = (file: File, options: ProcessOptions) => Promise<Result<TrackAnalysis | null>>;

export type LevelingFacts = {
  readonly loudnessLufs: number | null;
  readonly truePeakDb: number | null;
  /** The gain that the player applies in a room with leveling. */
  readonly gainDb: number;
  readonly waveform: Uint8Array;
};

export async function measureLeveling(
  file: File,
  analyzeFile: AnalyzeFile,
  options: ProcessOptions,
): Promise<Result<LevelingFacts, FileProblem>> {
  const analyzed = await analyzeFile(file, options);
  if (!analyzed.ok) return fail(toFileProblem(analyzed.error));
  if (!analyzed.value) return fail("not-decodable");
  // the player knows the levels as they are stored
  const levels = roundLevels(analyzed.value);
  const waveform = Uint8Array.from(atob(analyzed.value.waveform ?? ""), (char) => char.charCodeAt(0));
  return ok({ ...levels, gainDb: levelingGainDb(levels), waveform });
}
