/** The pages under `/dev`, in the order of their list. */
export const DEV_TOOLS = ["ui", "mail", "debug", "debug-migration", "debug-r2", "duplicates"] as const;

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
