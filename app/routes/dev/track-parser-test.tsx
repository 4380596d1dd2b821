import type { ReadFile } from "#app/features/dev/track-parser/parsed-file.ts";
import { TrackParser } from "#app/features/dev/track-parser/track-parser.tsx";

/** Loads the workers of the uploads with the first file. */
const readFile: ReadFile = async (file, options) => {
  const { readPool } = await import("#app/features/uploads/file-workers.ts");
  return readPool.request(file, options);
};

export default function DevTrackParserTest() {
  return (
    <main id="content">
      <TrackParser readFile={readFile} />
    </main>
  );
}
