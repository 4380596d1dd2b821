import { useTranslation } from "#app/i18n/use-translation.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Cell, DataRow, DataTable, NameCell } from "../data-table.tsx";
import { useFormats } from "../use-formats.ts";
import type { ListedObject } from "./use-object-list.ts";

type Selection = {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: readonly string[], isSelected: boolean) => void;
};
type ObjectTableProps = Selection & { readonly objects: readonly ListedObject[] };

export function ObjectTable({ objects, ...selection }: ObjectTableProps) {
  const { t } = useTranslation("devData");
  const columns = [
    { label: t("objects.select"), isLabelHidden: true },
    { label: t("objects.key") },
    { label: t("objects.size"), align: "right" },
    { label: t("objects.uploaded"), isOptional: true },
    { label: t("objects.use"), align: "right" },
  ] as const;
  return (
    <>
      <SelectAll orphans={objects.flatMap(({ key, use }) => (use === "orphan" ? [key] : []))} {...selection} />
      <DataTable label={t("objects.list")} columns={columns}>
        {objects.map((object) => (
          <ObjectRow key={object.key} object={object} {...selection} />
        ))}
      </DataTable>
    </>
  );
}

function SelectAll({ orphans, selected, onSelect }: Selection & { readonly orphans: readonly string[] }) {
  const { t } = useTranslation("devData");
  if (orphans.length < 2) return null;
  return (
    <Checkbox
      isSelected={selected.size === orphans.length}
      isIndeterminate={selected.size > 0 && selected.size < orphans.length}
      onChange={(isSelected) => onSelect(orphans, isSelected)}
    >
      {t("objects.selectAll")}
    </Checkbox>
  );
}

function ObjectRow({ object, selected, onSelect }: Selection & { readonly object: ListedObject }) {
  const { t } = useTranslation("devData");
  const { bytes, time } = useFormats();
  const { key, sizeBytes, uploadedAtMs, use } = object;
  const isOrphan = use === "orphan";
  return (
    <DataRow>
      <Cell>
        {isOrphan && (
          <Checkbox
            aria-label={t("objects.selectKey", { key })}
            isSelected={selected.has(key)}
            onChange={(isSelected) => onSelect([key], isSelected)}
          />
        )}
      </Cell>
      <NameCell>{key}</NameCell>
      <Cell align="right">{bytes(sizeBytes)}</Cell>
      <Cell isOptional>{time(uploadedAtMs)}</Cell>
      <Cell align="right">
        {isOrphan ? (
          <Badge tone="warn">{t("objects.uses.orphan")}</Badge>
        ) : (
          <span className="text-ink-2">{t(`objects.uses.${use}`)}</span>
        )}
      </Cell>
    </DataRow>
  );
}
