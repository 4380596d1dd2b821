import { FileBox } from "#app/features/dev/file-box.tsx";
import { FileProcessingStatus } from "#app/features/dev/file-processing-status.tsx";
import { OwnTrackSelect } from "#app/features/dev/own-track-select.tsx";
import { useFileProcessing } from "#app/features/dev/use-file-processing.ts";
import { type AnalyzeFile, type LevelingFacts, measureLeveling } from "./analyze-file.ts";
import { LevelTable } from "./level-table.tsx";
import { VersionPreviews } from "./version-previews.tsx";

/** Measures a file, or a track of the library, and plays it with and without the gain that leveling applies. */
export function AudioLeveling({ analyzeFile }: { readonly analyzeFile: AnalyzeFile }) {
  const { processing, start } = useFileProcessing<LevelingFacts>((file, options) =>
    measureLeveling(file, analyzeFile, options),
  );
  return (
    <div className="mx-auto grid max-w-360 gap-5 px-4 pt-4 pb-24 md:px-8">
      <FileBox fileName={processing.status === "idle" ? null : processing.file.name} onFile={start} />
      <OwnTrackSelect onFile={start} />
      <FileProcessingStatus processing={processing} />
      {processing.status === "done" && (
        <>
          <LevelTable facts={processing.value} />
          <VersionPreviews file={processing.file} facts={processing.value} />
        </>
      )}
    </div>
  );
}
