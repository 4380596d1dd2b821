const PATH_CHARS = 1000;

/**
 * Where somebody may be sent on to by what an address says: a page of this origin. `/` in place of anything else:
 * `//host` and `/\host` are another origin to a browser, and so is what becomes `//host` once its dots are resolved.
 */
export function localPath(raw: string | null): string {
  if (raw === null || raw.length > PATH_CHARS || !raw.startsWith("/") || /[\\\p{Cc}]/u.test(raw)) return "/";
  const path = raw.replace(/[?#].*$/u, "");
  return path.includes("//") ? "/" : raw;
}
