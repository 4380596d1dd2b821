import type { ErrorCode } from "#app/domain/errors.ts";
import { type Difference, DURATION_GOAL_MS, type Verdict, yesNo } from "./evaluate.ts";
import type { Corpus } from "./make-corpus.ts";

const NAME_CHARS = 32;
const ENCODER_CHARS = 21;
const OUTCOME_CHARS = 20;

/** The number of correct results. */
export type Score = { readonly correct: number; readonly total: number };

export type Scores = Readonly<Record<"durations" | "tags" | "refusals" | "damagedHandled" | "damagedDurations", Score>>;

export function computeScores(verdicts: readonly Verdict[]): Scores {
  const valid = verdicts.filter(({ file }) => file.recipe.expected === "read");
  const refused = verdicts.filter(({ file }) => typeof file.recipe.expected === "object");
  const damaged = verdicts.filter(({ file }) => file.recipe.expected === "handled");
  return {
    durations: score(valid, ({ isDurationCorrect }) => isDurationCorrect),
    tags: score([...valid, ...damaged.filter(isRead)], (verdict) => isRead(verdict) && verdict.differences.length === 0),
    refusals: score(refused, isRefusedAsExpected),
    damagedHandled: score(damaged, (verdict) => isRead(verdict) || isRefusal(verdict.outcome)),
    damagedDurations: score(damaged.filter(isRead), ({ isDurationCorrect }) => isDurationCorrect),
  };
}

function score(verdicts: readonly Verdict[], isCorrect: (verdict: Verdict) => boolean): Score {
  return { correct: verdicts.filter(isCorrect).length, total: verdicts.length };
}

const isRead = ({ outcome }: Verdict) => outcome.name === "read";

/** Errors about the file itself. All other errors are about the connection or the server. */
const FILE_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(["file-empty", "not-audio", "codec-unsupported", "audio-damaged"]);

function isRefusal(outcome: Verdict["outcome"]): boolean {
  return outcome.name === "refused" && FILE_ERRORS.has(outcome.code);
}

function isRefusedAsExpected({ file: { recipe }, outcome }: Verdict): boolean {
  return typeof recipe.expected === "object" && outcome.name === "refused" && outcome.code === recipe.expected.refused;
}

export function printVerdicts(verdicts: readonly Verdict[], skipped: Corpus["skipped"]): void {
  const head = `${"file".padEnd(NAME_CHARS)} ${"encoder".padEnd(ENCODER_CHARS)} ${"read as".padEnd(OUTCOME_CHARS)} error ms  cover  tags`;
  const known = verdicts.flatMap((verdict) => verdict.known);
  console.log(`
    ${verdicts.length} files dropped at once. Durations are compared with ffmpeg, tags with mutagen.

    ${head}
${verdicts.map(formatRow).join("\n")}

    known differences
${known.map(({ name, field, reason }) => `    ${name.padEnd(NAME_CHARS)} ${field}: ${reason}`).join("\n") || "    none"}
${skipped.map(({ recipe, missing }) => `    skipped: ${recipe.name}, which needs ${missing.join(", ")}`).join("\n")}`);
}

export function printScores({ durations, tags, refusals, damagedHandled, damagedDurations }: Scores): void {
  const print = (name: string, { correct, total }: Score) =>
    console.log(`    ${name.padEnd(48)} ${correct} of ${total}   (goal: all)`);
  print(`durations within ${DURATION_GOAL_MS} ms`, durations);
  print("tags and covers like the reference", tags);
  print("refused with the right error", refusals);
  print("damaged files that were read or refused", damagedHandled);
  print("damaged files with a correct duration", damagedDurations);
}

function formatRow(verdict: Verdict): string {
  const { file, outcome, errorMs } = verdict;
  const error = errorMs === null ? "–" : errorMs.toFixed(1);
  const cover = outcome.name === "read" ? yesNo(outcome.hasCover) : "";
  const cells = [
    file.recipe.name.padEnd(NAME_CHARS),
    findEncoder(file.recipe.command).padEnd(ENCODER_CHARS),
    formatOutcome(verdict).padEnd(OUTCOME_CHARS),
    error.padStart(8),
    cover.padStart(6),
  ];
  return `    ${cells.join(" ")}  ${formatTags(verdict)}${isWrong(verdict) ? "  ← wrong" : ""}`;
}

function isWrong(verdict: Verdict): boolean {
  const scores = computeScores([verdict]);
  return Object.values(scores).some(({ correct, total }) => correct < total);
}

function formatOutcome({ outcome }: Verdict): string {
  switch (outcome.name) {
    case "read":
      return `${outcome.track.format ?? ""} ${((outcome.track.durationMs ?? 0) / 1000).toFixed(3)} s`;
    case "refused":
      return outcome.code;
    case "unfinished":
      return "no result";
  }
}

function formatTags({ outcome, differences, known }: Verdict): string {
  if (outcome.name !== "read") return "";
  const describe = ({ field, actual, expected }: Difference) => `${field} is "${actual}", not "${expected}"`;
  const suffix = known.length > 0 ? ` (known: ${known.map(({ field }) => field).join(", ")})` : "";
  return `${differences.map(describe).join("; ") || "same"}${suffix}`;
}

const ENCODERS = /\b(ffmpeg|lame|sox|gst|oggenc|opusenc|flac|twolame|wavpack)\b/;

/** The encoder's name, as far as the command shows it. */
function findEncoder(command: string): string {
  const [program = "–"] = ENCODERS.exec(command) ?? [];
  const [, codec = ""] = /-c:a (?!copy)(\S+)/.exec(command) ?? /! (\w+enc)\b/.exec(command) ?? [];
  return `${program} ${codec}`.trim();
}
