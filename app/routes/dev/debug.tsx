import { DataPage } from "#app/features/dev/data-page.tsx";
import { BackendStatus } from "#app/features/dev/debug/backend-status.tsx";
import { OpenRoomForm } from "#app/features/dev/debug/open-room-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";

export default function DevDebug() {
  const { t } = useTranslation("devData");
  return (
    <DataPage text={t("debug.text")}>
      <BackendStatus />
      <OpenRoomForm />
    </DataPage>
  );
}
