import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { type FileProblem, type ProcessOptions, toFileProblem } from "#app/features/dev/use-file-processing.ts";
import { query } from "#app/server-client/functions.ts";
import type { ParsedFile, ReadFile } from "./parsed-file.ts";

/** Reads a file with the readers of the uploads and the formats, and finds the tracks that are stored for its bytes. */
export async function parseFile(
  file: File,
  readFile: ReadFile,
  options: ProcessOptions,
): Promise<Result<ParsedFile, FileProblem>> {
  const facts = await readFile(file, options);
  if (!facts.ok) return fail(toFileProblem(facts.error));
  try {
    // the readers are large, and the server does not need them
    const { inspectFile } = await import("./inspect-file.ts");
    const inspection = await inspectFile(file);
    if (!inspection) return fail("not-audio");
    return ok({ facts: facts.value, inspection, stored: await findStored(facts.value.sha256) });
  } catch {
    // the file was changed or removed while it was read
    return fail("unreadable");
  }
}

async function findStored(sha256: string): Promise<readonly Track[] | null> {
  const found = await query("tracks.findDuplicates", { sha256, title: "", artist: "", durationMs: null });
  return found.ok ? found.value.duplicates.filter(({ isExact }) => isExact).map(({ track }) => track) : null;
}
