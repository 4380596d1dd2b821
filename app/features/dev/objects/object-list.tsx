import { Archive } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { DataSection, LoadError, RowSkeletons } from "../data-page.tsx";
import { ObjectFilters } from "./object-filters.tsx";
import { ObjectTable } from "./object-table.tsx";
import { ALL_OBJECTS, type ObjectFilter, useObjectList } from "./use-object-list.ts";

/** The objects in R2, page by page. Those that nothing refers to can be selected and deleted. */
export function ObjectList() {
  const { t } = useTranslation("devData");
  const [filter, setFilter] = useState<ObjectFilter>(ALL_OBJECTS);
  const list = useObjectList(filter);
  const { objects, selected, error, isLoading, hasMore } = list;
  const deletion = selected.size > 0 && (
    <TwoPressButton
      size="sm"
      variant="danger-soft"
      label={t("objects.delete", { count: selected.size })}
      armedLabel={t("objects.deleteAgain", { count: selected.size })}
      isBusy={list.isDeleting}
      onConfirm={list.deleteSelected}
    />
  );
  return (
    <DataSection title={t("objects.list")} actions={deletion}>
      <ObjectFilters filter={filter} onChange={setFilter} />
      {objects.length > 0 && <ObjectTable objects={objects} selected={selected} onSelect={list.select} />}
      {isLoading && <RowSkeletons count={objects.length === 0 ? 6 : 1} />}
      {error && <LoadError error={error} onRetry={list.loadMore} />}
      {objects.length === 0 && !isLoading && !error && !hasMore && (
        <EmptyState
          icon={<Archive aria-hidden />}
          title={t(filter.orphansOnly ? "objects.noOrphans" : "objects.none")}
          text={filter.orphansOnly ? t("objects.noOrphansText") : undefined}
        />
      )}
      {hasMore && !isLoading && !error && (
        <Button size="sm" className="mt-3" onPress={list.loadMore}>
          {t("objects.more")}
        </Button>
      )}
    </DataSection>
  );
}
