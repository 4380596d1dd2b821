/** Arguments that are nested deeper are not decoded; no function accepts them. */
const DEPTH_MAX = 16;
const EIGHT_BYTES = 8;

/**
 * Replaces the numbers that the `convex` clients encode by plain ones: `{"$integer": …}` (a bigint) and `{"$float": …}`
 * (a negative zero, an infinity or NaN). Both hold eight bytes in little-endian order as base64. A bigint beyond the safe
 * integers and a malformed encoding stay as they are, and the schema of the function refuses them.
 * Source: `convex` 1.48, `src/values/value.ts`.
 */
export function decodeArgs(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((item) => decodeArgs(item, depth + 1));
  const entries = Object.entries(value);
  const [[type, encoded] = ["", null]] = entries;
  if (entries.length === 1 && (type === "$integer" || type === "$float")) return decodeNumber(type, encoded) ?? value;
  return Object.fromEntries(entries.map(([key, item]) => [key, decodeArgs(item, depth + 1)]));
}

function decodeNumber(type: "$integer" | "$float", encoded: unknown): number | null {
  if (typeof encoded !== "string") return null;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== EIGHT_BYTES) return null;
  if (type === "$float") return bytes.readDoubleLE();
  const integer = Number(bytes.readBigInt64LE());
  return Number.isSafeInteger(integer) ? integer : null;
}
