import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataSection, LoadError, RowSkeletons } from "../data-page.tsx";
import { Cell, DataRow, DataTable, NameCell } from "../data-table.tsx";
import { Fact, FactList } from "../fact-list.tsx";
import { useFormats } from "../use-formats.ts";
import { useFunctionQuery } from "../use-function-query.ts";

type Migrations = FunctionValue<"dev.getMigrations">;

/** The migrations of the database and the build, and the number of rows of each table. */
export function MigrationList() {
  const { t } = useTranslation("devData");
  const { value, error, reload } = useFunctionQuery("dev.getMigrations", {});
  return (
    <>
      <DataSection title={t("migration.migrations")}>
        {error && <LoadError error={error} onRetry={reload} />}
        {!value && !error && <RowSkeletons count={3} />}
        {value && <MigrationTable {...value} />}
      </DataSection>
      <DataSection title={t("migration.tables")}>
        {!value && !error && <RowSkeletons count={8} />}
        {value && <TableSizes tables={value.tables} />}
      </DataSection>
    </>
  );
}

function MigrationTable({ applied, pending, unknown }: Migrations) {
  const { t } = useTranslation("devData");
  const columns = [{ label: t("migration.name") }, { label: t("migration.state"), align: "right" }] as const;
  return (
    <DataTable label={t("migration.migrations")} columns={columns}>
      {applied.map(({ name, appliedAt }) => (
        <DataRow key={name}>
          <NameCell>{name}</NameCell>
          <Cell align="right">
            {unknown.includes(name) ? (
              <Badge tone="danger">{t("migration.unknown")}</Badge>
            ) : (
              <span className="text-ink-2">{t("migration.applied", { time: appliedAt })}</span>
            )}
          </Cell>
        </DataRow>
      ))}
      {pending.map((name) => (
        <DataRow key={name}>
          <NameCell>{name}</NameCell>
          <Cell align="right">
            <Badge tone="warn">{t("migration.pending")}</Badge>
          </Cell>
        </DataRow>
      ))}
    </DataTable>
  );
}

function TableSizes({ tables }: Pick<Migrations, "tables">) {
  const { count } = useFormats();
  return (
    <FactList>
      {tables.map(({ name, rows }) => (
        <Fact key={name} name={name}>
          {count(rows)}
        </Fact>
      ))}
    </FactList>
  );
}
