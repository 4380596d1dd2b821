import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { DataSection } from "../data-page.tsx";
import { Cell, DataRow, DataTable, NameCell } from "../data-table.tsx";
import { useFormats } from "../use-formats.ts";

type Connections = NonNullable<FunctionValue<"dev.inspectRoom">["object"]>["connections"];

/** The open connections of a room, one for each device. */
export function ConnectionTable({ connections }: { readonly connections: Connections }) {
  const { t } = useTranslation(["devData", "shell"]);
  const { time } = useFormats();
  const columns = [
    { label: t("room.person") },
    { label: t("room.role") },
    { label: t("room.roundTrip"), align: "right" },
    { label: t("room.joined"), isOptional: true },
    { label: t("room.mediaUntil"), isOptional: true },
    { label: t("room.accessUntil"), isOptional: true },
  ] as const;
  return (
    <DataSection title={t("room.connections")}>
      {connections.length === 0 && <p className="text-small text-ink-3">{t("room.noConnections")}</p>}
      {connections.length > 0 && (
        <DataTable label={t("room.connections")} columns={columns}>
          {connections.map(({ name, role, joinedAtMs, roundTripMs, mediaUntilMs, accessUntilMs }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: connections have no id, and rows have no state
            <DataRow key={i}>
              <NameCell>{name ?? t("shell:role.guest")}</NameCell>
              <Cell>{t(`shell:role.${role ?? (name === null ? "guest" : "spectator")}`)}</Cell>
              <Cell align="right">{roundTripMs ?? "–"}</Cell>
              <Cell isOptional>{time(joinedAtMs)}</Cell>
              <Cell isOptional>{time(mediaUntilMs || null)}</Cell>
              <Cell isOptional>{time(accessUntilMs)}</Cell>
            </DataRow>
          ))}
        </DataTable>
      )}
    </DataSection>
  );
}
