import { readJson } from "#app/domain/playlist/playlist-json.ts";
import { dropFiles, type Line, waitForAnswers } from "#tests/bench/corpus/drop-files.ts";
import { judge, type Outcome } from "#tests/bench/corpus/judge.ts";
import { type CorpusFile, makeCorpus } from "#tests/bench/corpus/make-corpus.ts";
import { scoresOf, tell, tellScores } from "#tests/bench/corpus/report.ts";
import { readTags } from "#tests/bench/corpus/tagger.ts";
import { trueLengthMs } from "#tests/bench/corpus/true-length.ts";
import { expect, type Member, openOwnRoom, test } from "#tests/e2e/visitor.ts";

/** Where nothing moves for so long, something hangs. */
const STILL_MS = 90_000;

test("files of many encoders are read as those who know read them", async ({ page, context, request, baseURL, complaints }) => {
  // the browser notes each refusal, and what the local server drops when it has much to do, which is sent again
  complaints.expect(/560|503/);
  const { files, leftOut } = makeCorpus();
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Corpus");
  await expect(page.getByRole("button", { name: "Add tracks" }).first()).toBeVisible();
  const startedMs = Date.now();
  await dropFiles(
    page,
    files.map(({ path }) => path),
  );
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await expect(dialog).toBeVisible();
  const lines = await waitForAnswers(dialog, STILL_MS);
  const tookSeconds = (Date.now() - startedMs) / 1000;
  expect(lines).toHaveLength(files.length);

  const outcomes = await outcomesOf(files, { lines, mira, roomId: id });
  const tags = readTags(files.map(({ path }) => path));
  const verdicts = files.flatMap((file, i) => {
    const [outcome, found] = [outcomes[i], tags[i]];
    return outcome && found ? [judge(file, outcome, { lengthMs: trueLengthMs(file.path), tags: found })] : [];
  });
  const scores = scoresOf(verdicts);
  tell(verdicts, leftOut);
  console.log(`\n    through in ${tookSeconds.toFixed(0)} s`);
  tellScores(scores);
  for (const [what, { right, of }] of Object.entries(scores)) expect.soft(right, what).toBe(of);
});

type Read = { readonly lines: readonly Line[]; readonly mira: Member; readonly roomId: string };

/** What was read is known by its bytes, what was refused by its line. */
async function outcomesOf(files: readonly CorpusFile[], { lines, mira, roomId }: Read): Promise<readonly Outcome[]> {
  const { text } = await mira.call("query", "playlist.export", { roomId, format: "json" });
  const saved = readJson(text);
  if (!saved.ok) throw new Error(saved.error);
  const { state } = await mira.call("query", "rooms.getState", { id: roomId });
  return files.map(({ sha256 }, i): Outcome => {
    const place = saved.value.tracks.findIndex((track) => track.sha256 === sha256);
    const track = saved.value.tracks[place];
    if (track) return { name: "read", track, hasCover: Boolean(state.playlist[place]?.track.cover) };
    const error = lines[i]?.error;
    return error ? { name: "refused", code: error } : { name: "unanswered" };
  });
}
