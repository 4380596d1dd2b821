import { ListChecks } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataSection, LoadError } from "../data-page.tsx";
import { Cell, DataRow, DataTable, NameCell } from "../data-table.tsx";

type Checks = FunctionValue<"dev.checkIntegrity">["checks"];

/** The integrity checks of the database. They read whole tables, so they run on demand. */
export function IntegrityChecks() {
  const { t } = useTranslation("devData");
  const [checks, setChecks] = useState<Checks | null>(null);
  const { isPending, error, submit } = useSubmit(
    () => query("dev.checkIntegrity", {}),
    (value) => setChecks(value.checks),
  );
  const run = (
    <Button size="sm" icon={<ListChecks aria-hidden />} isBusy={isPending} onPress={() => void submit()}>
      {t(checks ? "migration.runAgain" : "migration.run")}
    </Button>
  );
  return (
    <DataSection title={t("migration.checks")} actions={run}>
      {error && <LoadError error={error} onRetry={() => void submit()} />}
      {!checks && !error && <p className="text-small text-ink-3">{t("migration.checksText")}</p>}
      <div role="status">{checks && <CheckTable checks={checks} />}</div>
    </DataSection>
  );
}

function CheckTable({ checks }: { readonly checks: Checks }) {
  const { t } = useTranslation("devData");
  const columns = [
    { label: t("migration.check") },
    { label: t("migration.subjects"), isOptional: true },
    { label: t("migration.result"), align: "right" },
  ] as const;
  return (
    <DataTable label={t("migration.checks")} columns={columns}>
      {checks.map(({ id, status, problems, subjects }) => (
        <DataRow key={id}>
          <NameCell>{t(`migration.names.${id}`)}</NameCell>
          <Cell isOptional isLong>
            {subjects.join(", ")}
          </Cell>
          <Cell align="right">
            {status === "ok" && <span className="text-ink-2">{t("migration.ok")}</span>}
            {status === "failed" && <Badge tone="danger">{t("migration.problems", { count: problems })}</Badge>}
            {status === "unavailable" && <Badge tone="warn">{t("migration.unavailable")}</Badge>}
          </Cell>
        </DataRow>
      ))}
    </DataTable>
  );
}
