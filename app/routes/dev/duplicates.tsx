import { DataPage } from "#app/features/dev/data-page.tsx";
import { DuplicateList } from "#app/features/dev/duplicates/duplicate-list.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";

export default function DevDuplicates() {
  const { t } = useTranslation("devData");
  return (
    <DataPage text={t("duplicates.text")}>
      <DuplicateList />
    </DataPage>
  );
}
