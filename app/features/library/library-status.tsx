import { Bookmark, Library, SearchX } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { LibraryView } from "./library-list.ts";

type LibraryStatusProps = { readonly view: LibraryView; readonly onClearSearch: () => void };

/** Shown below the tracks while more are loading, or if there are none. */
export function LibraryStatus({ view, onClearSearch }: LibraryStatusProps) {
  const { t } = useTranslation("library");
  const count = view.tracks?.length ?? 0;
  // stays while the next search is loading, so that the text does not flicker between searches without results
  const isEmpty = view.isComplete && count === 0;
  if (view.isLoading && !isEmpty) return <Loading label={t("loading")} isFirstPage={count === 0} />;
  if (!isEmpty) return null;
  if (view.query === "" && view.isSavedOnly) {
    return <EmptyState icon={<Bookmark />} title={t("savedEmpty")} text={t("savedEmptyText")} level={3} />;
  }
  if (view.query === "") return <EmptyState icon={<Library />} title={t("empty")} text={t("emptyText")} level={3} />;
  return (
    <EmptyState icon={<SearchX />} title={t("nothing")} text={t("nothingText")} level={3}>
      <Button onPress={onClearSearch}>{t("clear")}</Button>
    </EmptyState>
  );
}

function Loading({ label, isFirstPage }: { readonly label: string; readonly isFirstPage: boolean }) {
  const rows = isFirstPage ? ["first", "second", "third", "fourth"] : ["first"];
  return (
    <div role="status" aria-label={label} className="grid gap-2">
      {rows.map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
