/** The pages under `/dev`, in the order of their list. */
export const DEV_TOOLS = [
  "ui",
  "mail",
  "debug",
  "notices",
  "debug-r2",
  "duplicates",
  "audio-normalize",
  "debug-migration",
  "track-parser-test",
  "yandex-music-test",
  "yandex-music-test-v2",
  "spotify-search-test",
  "spotify-find-track-test",
  "artist-search-comparison",
] as const;

/** The last segment of a path, decoded; empty for the root. */
export function lastSegment(pathname: string): string {
  const segment = pathname.split("/").findLast((part) => part !== "") ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    // a malformed escape is shown as it is
    return segment;
  }
}
