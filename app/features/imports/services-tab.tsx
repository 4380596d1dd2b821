import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import type { ServiceConnection } from "./found.ts";
import { ImportList } from "./import-list.tsx";
import { LoadingRows } from "./loading-rows.tsx";
import { SearchForm } from "./search-form.tsx";
import { ServicePanel } from "./service-panel.tsx";
import { useConnections } from "./use-connections.ts";
import { useServiceSearch } from "./use-service-search.ts";

type ServicesTabProps = {
  readonly roomId: RoomId;
  /** A link of a service to open at first. Null without one. */
  readonly link: string | null;
  /** Shows where files are uploaded. */
  readonly onUpload: () => void;
};

/** Imports from music services: accounts, search, selection, and the imports of this room. */
export function ServicesTab({ roomId, ...props }: ServicesTabProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const { services, reload } = useConnections();
  return (
    <div className="grid grid-cols-1 gap-4">
      <ImportList roomId={roomId} />
      {!services && <LoadingRows label={t("loading")} />}
      {services?.ok === false && <RetryNote text={errorText(services.error)} label={t("retry")} onRetry={reload} />}
      {services?.ok && <Services roomId={roomId} services={services.value} onConnectionChange={reload} {...props} />}
    </div>
  );
}

type ServicesProps = ServicesTabProps & {
  readonly services: readonly ServiceConnection[];
  readonly onConnectionChange: () => void;
};

function Services({ roomId, services, link, onUpload, onConnectionChange }: ServicesProps) {
  const { t } = useTranslation("imports");
  const state = useServiceSearch({ roomId, services, link });
  const { service, selectService } = state;
  const offer = services.find((candidate) => candidate.service === service);
  return (
    <>
      <SearchForm state={state} autoFocus={link !== null} />
      <Tabs
        variant="segmented"
        label={t("services")}
        tabs={services.map((candidate) => ({ id: candidate.service, label: t(`service.${candidate.service}`) }))}
        selected={service}
        onSelect={selectService}
        isWide
      >
        {offer && (
          <ServicePanel
            roomId={roomId}
            offer={offer}
            state={state}
            onUpload={onUpload}
            onConnectionChange={onConnectionChange}
          />
        )}
      </Tabs>
    </>
  );
}
