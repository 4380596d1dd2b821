import type { AnalyzeFile } from "#app/features/dev/audio-leveling/analyze-file.ts";
import { AudioLeveling } from "#app/features/dev/audio-leveling/audio-leveling.tsx";

/** Loads the workers of the uploads with the first file. */
const analyzeFile: AnalyzeFile = async (file, options) => {
  const { analysisPool } = await import("#app/features/uploads/file-workers.ts");
  return analysisPool.request(file, options);
};

export default function DevAudioNormalize() {
  return (
    <main id="content">
      <AudioLeveling analyzeFile={analyzeFile} />
    </main>
  );
}
