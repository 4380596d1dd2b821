import { DataPage } from "#app/features/dev/data-page.tsx";
import { IntegrityChecks } from "#app/features/dev/migration/integrity-checks.tsx";
import { MigrationList } from "#app/features/dev/migration/migration-list.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";

export default function DevDebugMigration() {
  const { t } = useTranslation("devData");
  return (
    <DataPage text={t("migration.text")}>
      <IntegrityChecks />
      <MigrationList />
    </DataPage>
  );
}
