import { DataPage } from "#app/features/dev/data-page.tsx";
import { ObjectList } from "#app/features/dev/objects/object-list.tsx";
import { ObjectTotals } from "#app/features/dev/objects/object-totals.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";

export default function DevDebugR2() {
  const { t } = useTranslation("devData");
  return (
    <DataPage text={t("objects.text")}>
      <ObjectTotals />
      <ObjectList />
    </DataPage>
  );
}
