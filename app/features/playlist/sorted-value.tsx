import type { Entry } from "#app/domain/playlist/playlist.ts";
import { formatBytes, formatDay } from "#app/i18n/format.ts";
import { useRowContext } from "./row-context.ts";

type SortedValueProps = {
  readonly entry: Entry;
  /** The usual text of this cell. */
  readonly fallback: string;
};

/** The value that the list is sorted by, if no column of this width shows it. */
export function SortedValue({ entry, fallback }: SortedValueProps) {
  const { language, sort } = useRowContext();
  switch (sort) {
    case "size":
      return <NarrowOnly value={formatBytes(entry.track.sizeBytes, language)} fallback={fallback} />;
    case "newest":
    case "oldest":
      return <NarrowOnly value={formatDay(entry.addedAtMs, language)} fallback={fallback} />;
    case "uploaded":
      return formatDay(entry.track.uploadedAtMs, language);
    case "manual":
    case "title":
    case "titleReverse":
    case "artist":
    case "duration":
      return fallback;
  }
}

/** Wide screens show the value in a column of its own. */
function NarrowOnly({ value, fallback }: { readonly value: string; readonly fallback: string }) {
  return (
    <>
      <span className="xl:hidden">{value}</span>
      <span className="max-xl:hidden">{fallback}</span>
    </>
  );
}
