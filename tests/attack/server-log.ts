/** Lines of the runtime that are no fault of the server. */
const EXPECTED = [
  // at each start
  /^Using secrets defined in /,
  // clients that go away in the middle of a request or of its answer
  /getCaughtExceptionAsKj.*disconnected: /,
  /^stack: /,
  // names that an import asks for, and that do not exist or cannot be looked up here
  /DNS lookup failed/,
  // the runtime counts who still uses a property
  /NOSENTRY R2MultipartUpload::getUploadId called/,
  // an alarm that was set again while it was delivered, or delivered late; either way it runs
  /actor-sqlite\.c\+\+.*SQLite alarm (overdue, running|handler canceled with requestScheduledAlarm)/,
];
const SHOWN_CHARS = 400;
const SHOWN = 20;

/** The lines that the server has printed. */
export class ServerLog {
  /** By their text without numbers, with the first such line. */
  readonly #unexpected = new Map<string, { readonly line: string; count: number }>();

  add(line: string): void {
    const { level, where, name, message } = parse(line);
    const isExpected = EXPECTED.some((pattern) => pattern.test(line) || pattern.test(message));
    if (line.trim() === "" || level === "info" || isExpected) return;
    // lines that differ only in numbers and ids are the same
    const key = `${where} ${name} ${message}`.replace(/[0-9a-f]{6,}|\d+/g, "#");
    const known = this.#unexpected.get(key);
    if (known) known.count += 1;
    else this.#unexpected.set(key, { line, count: 1 });
  }

  /** Errors, warnings and lines of the runtime. */
  unexpected(): readonly string[] {
    const lines = [...this.#unexpected.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN);
    return lines.map(({ line, count }) => `the server printed ${count} times: ${line.slice(0, SHOWN_CHARS)}`);
  }
}

type LogLine = { readonly level?: string; readonly where?: string; readonly name?: string; readonly message: string };

function parse(line: string): LogLine {
  try {
    return { message: "", ...JSON.parse(line) };
  } catch {
    // a line that was cut off
    return { message: line };
  }
}
