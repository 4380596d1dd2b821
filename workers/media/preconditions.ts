/** What conditions look at. */
export type Validators = { readonly etag: string; readonly modifiedMs: number };

const HEADERS = ["If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since", "If-Range"];

export function isConditional(headers: Headers): boolean {
  return HEADERS.some((name) => headers.has(name));
}

/** What the conditions of a request for something that is there come to, in their order (RFC 9110 §13.2.2). */
export function judgeConditions(headers: Headers, { etag, modifiedMs }: Validators): "send" | "not-modified" | "failed" {
  const match = headers.get("If-Match");
  const unmodifiedSince = readDate(headers.get("If-Unmodified-Since"));
  if (match !== null && !tagsOf(match).some((tag) => tag === "*" || tag === etag)) return "failed";
  if (match === null && unmodifiedSince !== null && inSeconds(modifiedMs) > unmodifiedSince) return "failed";
  const noneMatch = headers.get("If-None-Match");
  const modifiedSince = readDate(headers.get("If-Modified-Since"));
  if (noneMatch !== null) {
    return tagsOf(noneMatch).some((tag) => tag === "*" || tag.replace("W/", "") === etag) ? "not-modified" : "send";
  }
  return modifiedSince !== null && inSeconds(modifiedMs) <= modifiedSince ? "not-modified" : "send";
}

/** Whether a range may be answered with a part: only of the very object that the sender has the rest of (§13.1.5). */
export function mayAnswerRange(headers: Headers, { etag, modifiedMs }: Validators): boolean {
  const ifRange = headers.get("If-Range");
  return ifRange === null || ifRange.trim() === etag || readDate(ifRange) === inSeconds(modifiedMs);
}

function tagsOf(list: string): readonly string[] {
  return list.match(/\*|(?:W\/)?"[^"]*"/g) ?? [];
}

/** Dates in headers know whole seconds. */
function inSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Seconds since the epoch; null for no date, which counts as no condition. */
function readDate(text: string | null): number | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : inSeconds(ms);
}
