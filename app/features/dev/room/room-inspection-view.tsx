import { Link } from "@remix-run/react";
import { RotateCw, Unplug } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DataPage, DataSection } from "../data-page.tsx";
import { Fact, FactList } from "../fact-list.tsx";
import { useFormats } from "../use-formats.ts";
import { ConnectionTable } from "./connection-table.tsx";
import { ObjectFacts } from "./object-facts.tsx";

type Inspection = FunctionValue<"dev.inspectRoom">;

type RoomInspectionViewProps = {
  readonly inspection: Inspection;
  readonly isLoading: boolean;
  readonly onReload: () => void;
};

/** A room as D1 has it, and what its object knows about itself. */
export function RoomInspectionView({ inspection: { room, object }, isLoading, onReload }: RoomInspectionViewProps) {
  const { t } = useTranslation("devData");
  const reload = (
    <Button size="sm" icon={<RotateCw aria-hidden />} isBusy={isLoading} onPress={onReload}>
      {t("room.reload")}
    </Button>
  );
  return (
    <DataPage text={t("room.text")}>
      <DataSection title={room.name} actions={reload}>
        <StoredFacts room={room} />
      </DataSection>
      {object ? (
        <>
          <ObjectFacts object={object} />
          <ConnectionTable connections={object.connections} />
        </>
      ) : (
        <EmptyState icon={<Unplug aria-hidden />} title={t("room.none")} text={t("room.noneText")} />
      )}
    </DataPage>
  );
}

function StoredFacts({ room }: Pick<Inspection, "room">) {
  const { t } = useTranslation("devData");
  const { time, count, yesNo } = useFormats();
  return (
    <FactList>
      <Fact name={t("room.id")}>{room.id}</Fact>
      <Fact name={t("room.address")}>
        <Link to={`/room/${room.url}`} className="rounded-sm text-info-ink underline underline-offset-3">
          /room/{room.url}
        </Link>
      </Fact>
      <Fact name={t("room.owner")}>{room.owner}</Fact>
      <Fact name={t("room.visibility")}>{t(`room.visibilities.${room.visibility}`)}</Fact>
      <Fact name={t("room.password")}>{yesNo(room.hasPassword)}</Fact>
      <Fact name={t("room.created")}>{time(room.createdAtMs)}</Fact>
      <Fact name={t("room.storedUsers")}>{count(room.activeUsers)}</Fact>
      <Fact name={t("room.storedEpochs")}>
        {room.epochs.accessEpoch} / {room.epochs.mediaEpoch}
      </Fact>
    </FactList>
  );
}
