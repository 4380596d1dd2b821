// Reads the arguments of a command. A mistake ends the command with one sentence and the usage.
import { parseArgs } from "node:util";

/** A mistake on the command line or in the settings, as a sentence for the user. */
export class UsageError extends Error {
  constructor(message) {
    super(message);
    this.name = "UsageError";
  }
}

/**
 * The values of the options, and the arguments that belong to no option.
 * @param {import("node:util").ParseArgsConfig["options"]} options
 * @param {{ args?: string[], positionalsMax?: number }} [command]
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 * @throws {UsageError} if an option is unknown, lacks its value or has one too many, or if there are too many arguments
 */
export function readArguments(options = {}, { args = process.argv.slice(2), positionalsMax = 0 } = {}) {
  // The messages of the strict mode have several lines, so the tokens are checked here.
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) if (token.kind === "option") checkOption(token, options);
  if (positionals.length > positionalsMax)
    throw new UsageError(`There is one argument too many: ${positionals[positionalsMax]}`);
  return { values, positionals };
}

function checkOption({ name, rawName, value, inlineValue }, options) {
  const option = Object.hasOwn(options, name) ? options[name] : null;
  if (!option || !rawName.startsWith("--")) throw new UsageError(`There is no option ${rawName}.`);
  if (option.type === "boolean") {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return;
  }
  const isNextOption = !inlineValue && value?.startsWith("--");
  if (!value || isNextOption) throw new UsageError(`${rawName} needs a value.`);
}

/**
 * @param {string} name of the option
 * @param {string | undefined} value
 */
export function toPort(name, value) {
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`${name} must be a number from 1 to 65535, not ${value}.`);
}

/**
 * Runs `read`, which checks the command line. A mistake ends the command.
 * @template T
 * @param {string} usage
 * @param {() => T} read
 * @returns {T}
 */
export function readOrExit(usage, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return fail(`${error.message}\n\n${usage}`);
  }
}

/**
 * Ends the command with a message.
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
