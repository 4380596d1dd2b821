import { parseJsonPlaylist } from "#app/domain/playlist/playlist-json.ts";
import { dropFiles, type UploadLine, waitForResults } from "#tests/bench/corpus/drop-files.ts";
import { evaluate, type Outcome } from "#tests/bench/corpus/evaluate.ts";
import { type CorpusFile, makeCorpus } from "#tests/bench/corpus/make-corpus.ts";
import { measureDurationMs } from "#tests/bench/corpus/reference-duration.ts";
import { computeScores, printScores, printVerdicts } from "#tests/bench/corpus/report.ts";
import { readTags } from "#tests/bench/corpus/tagger.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { openOwnRoom, type TestUser } from "#tests/e2e/test-user.ts";

/** An upload that makes no progress for this long counts as hung. */
const STALL_MS = 90_000;

test("files of many encoders are read like the reference tools read them", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  // The browser logs each refusal, and the requests that the busy local server drops; those are sent again.
  allowConsoleErrors(/560|503/);
  const { files, skipped } = makeCorpus();
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Corpus");
  await expect(page.getByRole("button", { name: "Add tracks" }).first()).toBeVisible();
  const startedMs = Date.now();
  await dropFiles(
    page,
    files.map(({ path }) => path),
  );
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await expect(dialog).toBeVisible();
  const lines = await waitForResults(dialog, STALL_MS);
  const tookSeconds = (Date.now() - startedMs) / 1000;
  expect(lines).toHaveLength(files.length);

  const outcomes = await readOutcomes(files, { lines, mira, roomId: id });
  const tags = readTags(files.map(({ path }) => path));
  const verdicts = files.flatMap((file, i) => {
    const [outcome, reference] = [outcomes[i], tags[i]];
    if (!outcome || !reference) return [];
    return [evaluate(file, outcome, { durationMs: measureDurationMs(file.path), tags: reference })];
  });
  const scores = computeScores(verdicts);
  printVerdicts(verdicts, skipped);
  console.log(`\n    all uploads finished in ${tookSeconds.toFixed(0)} s`);
  printScores(scores);
  for (const [name, { correct, total }] of Object.entries(scores)) expect.soft(correct, name).toBe(total);
});

type Uploaded = { readonly lines: readonly UploadLine[]; readonly mira: TestUser; readonly roomId: string };

/** Finds accepted files in the playlist by their hash, and refused files by their line in the dialog. */
async function readOutcomes(files: readonly CorpusFile[], { lines, mira, roomId }: Uploaded): Promise<readonly Outcome[]> {
  const { text } = await mira.call("query", "playlist.export", { roomId, format: "json" });
  const saved = parseJsonPlaylist(text);
  if (!saved.ok) throw new Error(saved.error);
  const { state } = await mira.call("query", "rooms.getState", { id: roomId });
  return files.map(({ sha256 }, i): Outcome => {
    const index = saved.value.tracks.findIndex((track) => track.sha256 === sha256);
    const track = saved.value.tracks[index];
    if (track) return { name: "read", track, hasCover: Boolean(state.playlist[index]?.track.cover) };
    const error = lines[i]?.error;
    return error ? { name: "refused", code: error } : { name: "unfinished" };
  });
}
