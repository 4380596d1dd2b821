import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { SegmentedRadios } from "#app/ui/segmented-radios.tsx";
import type { ObjectFilter } from "./use-object-list.ts";

const KINDS = ["all", "audio", "map", "cover", "avatar"] as const;
type Kind = (typeof KINDS)[number];

type ObjectFiltersProps = { readonly filter: ObjectFilter; readonly onChange: (filter: ObjectFilter) => void };

/** Selects objects by kind, by the beginning of the key, or only those that nothing refers to. */
export function ObjectFilters({ filter, onChange }: ObjectFiltersProps) {
  const { t } = useTranslation("devData");
  const [prefix, setPrefix] = useState(filter.prefix);
  const kind = KINDS.find((id) => filter.prefix.startsWith(`${id}/`)) ?? "all";
  const show = (next: string) => {
    setPrefix(next);
    onChange({ ...filter, prefix: next });
  };
  const list = (event: FormEvent) => {
    event.preventDefault();
    show(prefix.trim());
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <SegmentedRadios<Kind>
        label={t("objects.kind")}
        options={KINDS.map((id) => ({ id, label: t(`objects.kinds.${id}`) }))}
        selected={kind}
        onSelect={(id) => show(id === "all" ? "" : `${id}/`)}
      />
      <form onSubmit={list} className="flex min-w-0 flex-1 basis-64 gap-2">
        <SearchField label={t("objects.prefix")} value={prefix} onChange={setPrefix} className="min-w-0 flex-1 lg:max-w-80" />
        <Button type="submit">{t("objects.show")}</Button>
      </form>
      <Checkbox isSelected={filter.orphansOnly} onChange={(orphansOnly) => onChange({ ...filter, orphansOnly })}>
        {t("objects.orphansOnly")}
      </Checkbox>
    </div>
  );
}
