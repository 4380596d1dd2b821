import { useTranslation } from "react-i18next";
import { DataPage } from "#app/features/dev/data-page.tsx";
import { ObjectList } from "#app/features/dev/objects/object-list.tsx";
import { ObjectTotals } from "#app/features/dev/objects/object-totals.tsx";

export default function DevDebugR2() {
  const { t } = useTranslation("devData");
  return (
    <DataPage text={t("objects.text")}>
      <ObjectTotals />
      <ObjectList />
    </DataPage>
  );
}
