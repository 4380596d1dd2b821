import type { ErrorCode } from "#app/domain/errors.ts";
import { type Difference, LENGTH_GOAL_MS, type Verdict, yesNo } from "./judge.ts";
import type { Corpus } from "./make-corpus.ts";

const NAME_CHARS = 32;
const ENCODER_CHARS = 21;
const OUTCOME_CHARS = 20;

/** How many were right of how many. */
export type Score = { readonly right: number; readonly of: number };

export type Scores = Readonly<Record<"lengths" | "tags" | "refusals" | "answers" | "brokenLengths", Score>>;

export function scoresOf(verdicts: readonly Verdict[]): Scores {
  const good = verdicts.filter(({ file }) => file.recipe.expected === "read");
  const refused = verdicts.filter(({ file }) => typeof file.recipe.expected === "object");
  const broken = verdicts.filter(({ file }) => file.recipe.expected === "answered");
  return {
    lengths: score(good, ({ isLengthRight }) => isLengthRight),
    tags: score([...good, ...broken.filter(isRead)], (verdict) => isRead(verdict) && verdict.differences.length === 0),
    refusals: score(refused, isRefusedAsExpected),
    answers: score(broken, (verdict) => isRead(verdict) || isRefusal(verdict.outcome)),
    brokenLengths: score(broken.filter(isRead), ({ isLengthRight }) => isLengthRight),
  };
}

function score(verdicts: readonly Verdict[], isRight: (verdict: Verdict) => boolean): Score {
  return { right: verdicts.filter(isRight).length, of: verdicts.length };
}

const isRead = ({ outcome }: Verdict) => outcome.name === "read";

/** What may be said of a file; everything else is said of the line or of the server. */
const OF_FILES: ReadonlySet<string> = new Set<ErrorCode>(["file-empty", "not-audio", "codec-unsupported", "audio-damaged"]);

function isRefusal(outcome: Verdict["outcome"]): boolean {
  return outcome.name === "refused" && OF_FILES.has(outcome.code);
}

function isRefusedAsExpected({ file: { recipe }, outcome }: Verdict): boolean {
  return typeof recipe.expected === "object" && outcome.name === "refused" && outcome.code === recipe.expected.refused;
}

export function tell(verdicts: readonly Verdict[], leftOut: Corpus["leftOut"]): void {
  const head = `${"file".padEnd(NAME_CHARS)} ${"encoder".padEnd(ENCODER_CHARS)} ${"read as".padEnd(OUTCOME_CHARS)}  off, ms  cover  tags`;
  const known = verdicts.flatMap(({ known: reasons }) => reasons);
  console.log(`
    ${verdicts.length} files dropped at once. Lengths are compared with what ffmpeg decodes, tags with what mutagen reads.

    ${head}
${verdicts.map(row).join("\n")}

    known to differ
${known.map(({ name, what, why }) => `    ${name.padEnd(NAME_CHARS)} ${what}: ${why}`).join("\n") || "    none"}
${leftOut.map(({ recipe, missing }) => `    left out: ${recipe.name}, for want of ${missing.join(", ")}`).join("\n")}`);
}

export function tellScores({ lengths, tags, refusals, answers, brokenLengths }: Scores): void {
  const line = (what: string, { right, of }: Score) => console.log(`    ${what.padEnd(48)} ${right} of ${of}   (goal: all)`);
  line(`lengths within ${LENGTH_GOAL_MS} ms`, lengths);
  line("tags and covers as the reference", tags);
  line("refused in the right words", refusals);
  line("broken files with an answer", answers);
  line("broken files that were read, at a true length", brokenLengths);
}

function row(verdict: Verdict): string {
  const { file, outcome, offMs } = verdict;
  const off = offMs === null ? "–" : offMs.toFixed(1);
  const cover = outcome.name === "read" ? yesNo(outcome.hasCover) : "";
  const cells = [
    file.recipe.name.padEnd(NAME_CHARS),
    encoderOf(file.recipe.made).padEnd(ENCODER_CHARS),
    outcomeOf(verdict).padEnd(OUTCOME_CHARS),
    off.padStart(8),
    cover.padStart(6),
  ];
  return `    ${cells.join(" ")}  ${tagsOf(verdict)}${isWrong(verdict) ? "  ← wrong" : ""}`;
}

function isWrong(verdict: Verdict): boolean {
  const scores = scoresOf([verdict]);
  return Object.values(scores).some(({ right, of }) => right < of);
}

function outcomeOf({ outcome }: Verdict): string {
  switch (outcome.name) {
    case "read":
      return `${outcome.track.format ?? ""} ${((outcome.track.durationMs ?? 0) / 1000).toFixed(3)} s`;
    case "refused":
      return outcome.code;
    case "unanswered":
      return "no answer";
  }
}

function tagsOf({ outcome, differences, known }: Verdict): string {
  if (outcome.name !== "read") return "";
  const said = ({ what, shown, expected }: Difference) => `${what} is "${shown}", not "${expected}"`;
  const apart = known.length > 0 ? ` (known: ${known.map(({ what }) => what).join(", ")})` : "";
  return `${differences.map(said).join("; ") || "same"}${apart}`;
}

const ENCODERS = /\b(ffmpeg|lame|sox|gst|oggenc|opusenc|flac|twolame|wavpack)\b/;

/** Who wrote the sound, as far as the command line tells. */
function encoderOf(made: string): string {
  const [program = "–"] = ENCODERS.exec(made) ?? [];
  const [, codec = ""] = /-c:a (?!copy)(\S+)/.exec(made) ?? /! (\w+enc)\b/.exec(made) ?? [];
  return `${program} ${codec}`.trim();
}
