// The lines of a server and of `npm start`: sentences on a terminal, JSON in a log file and in a container.

/** @param {boolean} isWanted whether `--json` was given */
export function isJsonLog(isWanted) {
  return isWanted || process.stdout.isTTY !== true;
}

/** From now on, whatever this process prints is a line of JSON. */
export function printJson() {
  console.log = (message) => printLine(process.stdout, "info", message);
  console.warn = (message) => printLine(process.stderr, "warning", message);
  console.error = (message) => printLine(process.stderr, "error", message);
}

function printLine(stream, level, message) {
  stream.write(`${JSON.stringify({ level, time: new Date().toISOString(), message: String(message) })}\n`);
}

/** A line of the Worker as a sentence: its time, place and message, and then the details. The stack is left out. */
export function toSentence(line) {
  const entry = parse(line);
  if (!entry) return line;
  const { level, time, where, name, message, stack: _stack, ...details } = entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const text = message ? `${name ?? level}: ${message}` : "";
  const rest = Object.entries(details).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [clock, level, where, text, ...rest].filter(Boolean).join("  ");
}

function parse(line) {
  if (!line.startsWith('{"level":')) return null;
  try {
    return JSON.parse(line);
  } catch {
    // a line that was cut off
    return null;
  }
}
