import { RotateCw } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataSection, LoadError, RowSkeletons } from "../data-page.tsx";
import { Cell, DataRow, DataTable, NameCell } from "../data-table.tsx";
import { Fact, FactList } from "../fact-list.tsx";
import { useFunctionQuery } from "../use-function-query.ts";

type Status = FunctionValue<"dev.getBackendStatus">;

/** The languages, the build, and whether each part of the backend answers. */
export function BackendStatus() {
  const { t, language } = useTranslation("devData");
  const { value, error, isLoading, reload } = useFunctionQuery("dev.getBackendStatus", {});
  const recheck = (
    <Button size="sm" icon={<RotateCw aria-hidden />} isBusy={isLoading && value !== null} onPress={reload}>
      {t("debug.checkAgain")}
    </Button>
  );
  return (
    <>
      <DataSection title={t("debug.page")}>
        <FactList>
          <Fact name={t("debug.locale")}>{language}</Fact>
          <Fact name={t("debug.requestLocale")}>{value?.locale ?? "–"}</Fact>
          <Fact name={t("debug.build")}>{value?.build ?? "–"}</Fact>
        </FactList>
      </DataSection>
      <DataSection title={t("debug.backend")} actions={recheck}>
        {error && <LoadError error={error} onRetry={reload} />}
        {!value && !error && <RowSkeletons count={4} />}
        {value && <ServiceTable services={value.services} />}
      </DataSection>
    </>
  );
}

function ServiceTable({ services }: Pick<Status, "services">) {
  const { t, language } = useTranslation("devData");
  const format = new Intl.NumberFormat(language, { style: "unit", unit: "millisecond" });
  return (
    <DataTable
      label={t("debug.backend")}
      columns={[
        { label: t("debug.service") },
        { label: t("debug.latency"), align: "right" },
        { label: t("debug.state"), align: "right" },
      ]}
    >
      {services.map(({ id, isReachable, latencyMs }) => (
        <DataRow key={id}>
          <NameCell>{t(`debug.services.${id}`)}</NameCell>
          <Cell align="right">{format.format(latencyMs)}</Cell>
          <Cell align="right">
            {isReachable ? (
              <span className="text-ink-2">{t("debug.reachable")}</span>
            ) : (
              <Badge tone="danger">{t("debug.unreachable")}</Badge>
            )}
          </Cell>
        </DataRow>
      ))}
    </DataTable>
  );
}
