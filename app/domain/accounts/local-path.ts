const PATH_CHARS_MAX = 1000;

/**
 * The path of a redirect that a request names, if it stays on this origin, else `/`. Browsers resolve `//host` and
 * `/\host` to another origin, and so does a path that becomes `//host` once its dot segments are resolved.
 */
export function toLocalPath(raw: string | null): string {
  if (raw === null || raw.length > PATH_CHARS_MAX || !raw.startsWith("/") || /[\\\p{Cc}]/u.test(raw)) return "/";
  const [path = ""] = raw.split(/[?#]/, 1);
  return path.includes("//") ? "/" : raw;
}
