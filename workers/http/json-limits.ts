export type JsonLimits = {
  /** Maximum number of values: lists and objects with their members. */
  readonly values: number;
  /** Maximum depth of lists and objects. */
  readonly levels: number;
};

/**
 * Whether JSON has no more values and no more levels than these. Deep nesting and many short members take far longer to parse than
 * their length suggests, so they are found before. Counts only; the text may be no JSON at all.
 */
export function isWithinJsonLimits(text: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isInString) {
      if (char === "\\") i += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === ",") values += 1;
    else if (char === "]" || char === "}") depth -= 1;
    else if (char === "[" || char === "{") {
      depth += 1;
      values += 1;
      if (depth > limits.levels) return false;
    }
    if (values > limits.values) return false;
  }
  return true;
}
