import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

/** A line of the table: a goal beside the worst figure of all runs. */
export type ReportRow = {
  readonly scenario: string;
  readonly goal: string;
  readonly worst: string;
  readonly isMet: boolean;
  /** Of the run with the worst figure. */
  readonly machine: string;
};

const FILE = fileURLToPath(new URL("../../../BENCH.md", import.meta.url));
const BEGIN = "<!-- bench:engines -->";
const END = "<!-- /bench:engines -->";

export function formatReport(rows: readonly ReportRow[], versions: readonly string[]): string {
  const lines = rows.map(
    ({ scenario, goal, worst, isMet, machine }) =>
      `| ${scenario} | ${goal} | ${worst} | ${isMet ? "yes" : "no"} | ${machine} |`,
  );
  return [
    `${new Date().toISOString().slice(0, 10)}; ${describeMachine()}; ${versions.join(", ")}`,
    "",
    "| scenario | goal | worst run | met | in that run |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

function describeMachine(): string {
  const [first] = cpus();
  return `${first?.model.trim() ?? "unknown CPU"}, ${cpus().length} cores, ${readSystemName()}`;
}

function readSystemName(): string {
  const file = "/etc/os-release";
  const name = existsSync(file) ? /^PRETTY_NAME="(.*)"$/m.exec(readFileSync(file, "utf8"))?.[1] : undefined;
  return name ?? process.platform;
}

/** Replaces the table of this bench in BENCH.md. */
export function writeReport(report: string): void {
  const text = existsSync(FILE) ? readFileSync(FILE, "utf8") : "# Benchmarks\n";
  const section = `${BEGIN}\n${report}\n${END}`;
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  writeFileSync(FILE, after === undefined ? `${text.trimEnd()}\n\n${section}\n` : `${before}${section}${after}`);
}
