import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { chatLimits } from "./chat-limits.ts";

/**
 * The text of a message: without control and invisible characters and those that change the text direction, with at most one
 * empty line in a row.
 */
export function parseChatText(raw: string): Result<string> {
  const lines = raw.split(/\r\n|[\n\r\u2028\u2029]/).map(toSingleLine);
  const text = lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (text === "") return fail("chat-text-empty");
  return countChars(text) > chatLimits.messageChars ? fail("chat-text-too-long") : ok(text);
}
