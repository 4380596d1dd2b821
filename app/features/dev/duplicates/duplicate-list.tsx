import { CopyCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SegmentedRadios } from "#app/ui/segmented-radios.tsx";
import { DataSection, LoadError, RowSkeletons } from "../data-page.tsx";
import { useFunctionQuery } from "../use-function-query.ts";
import { DuplicateGroup } from "./duplicate-group.tsx";

const KINDS = ["hash", "name"] as const;
type Kind = (typeof KINDS)[number];

/** Groups of tracks that equal or resemble each other, one page at a time. */
export function DuplicateList() {
  const { t } = useTranslation("devData");
  const [page, setPage] = useState<{ readonly by: Kind; readonly cursor?: string }>({ by: "hash" });
  const { value, error, isLoading, reload } = useFunctionQuery("dev.listDuplicates", page);
  const kinds = (
    <SegmentedRadios<Kind>
      label={t("duplicates.by")}
      options={KINDS.map((id) => ({ id, label: t(`duplicates.kinds.${id}`) }))}
      selected={page.by}
      onSelect={(by) => setPage({ by })}
    />
  );
  const groups = value?.groups ?? [];
  const nextCursor = value?.nextCursor ?? null;
  return (
    <DataSection title={t("duplicates.list")} actions={kinds}>
      {error && <LoadError error={error} onRetry={reload} />}
      {!value && !error && <RowSkeletons count={6} />}
      {value && groups.length === 0 && nextCursor === null && !isLoading && (
        <EmptyState icon={<CopyCheck aria-hidden />} title={t("duplicates.none")} text={t("duplicates.noneText")} />
      )}
      <div className="grid gap-6" aria-busy={isLoading}>
        {groups.map(({ tracks }) => (
          <DuplicateGroup key={tracks.map(({ id }) => id).join()} tracks={tracks} onMerged={reload} />
        ))}
      </div>
      {nextCursor !== null && (
        <Button size="sm" className="mt-3" isBusy={isLoading} onPress={() => setPage({ ...page, cursor: nextCursor })}>
          {t("duplicates.more")}
        </Button>
      )}
    </DataSection>
  );
}
