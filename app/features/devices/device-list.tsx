import { QrCode, Speaker } from "lucide-react";
import type { ListedDevice } from "#app/domain/devices/device.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { DeviceList as Listed } from "#app/server-client/room/room-devices.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { getDeviceRights } from "./device-rights.ts";
import { DeviceRow } from "./device-row.tsx";
import { useDevices } from "./devices-context.ts";
import { PanelSection } from "./panel-section.tsx";

type DeviceListProps = { readonly list: Listed; readonly onInvite: () => void };

/** All devices of the room: the user's own ones first. */
export function DeviceList({ list: { devices, others }, onInvite }: DeviceListProps) {
  const { t } = useTranslation("devices");
  const { viewer } = useDevices();
  const own = devices.filter((device) => getDeviceRights(device, viewer).isOwn);
  const foreign = devices.filter((device) => !own.includes(device));
  return (
    <>
      <DeviceGroup title={t("own")} devices={own} />
      {foreign.length > 0 && <DeviceGroup title={t("others")} devices={foreign} />}
      {others > 0 && <p className="px-3 py-2 text-caption text-ink-3">{t("notListed", { count: others })}</p>}
      {devices.length + others <= 1 && <Alone onInvite={onInvite} />}
    </>
  );
}

type DeviceGroupProps = { readonly title: string; readonly devices: readonly ListedDevice[] };

function DeviceGroup({ title, devices }: DeviceGroupProps) {
  return (
    <PanelSection title={title} count={devices.length}>
      {/* receives the focus of a row that is removed */}
      <ul tabIndex={-1} className="-mx-3 outline-none">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </PanelSection>
  );
}

/** How to add a second device. */
function Alone({ onInvite }: Pick<DeviceListProps, "onInvite">) {
  const { t } = useTranslation("devices");
  return (
    <div className="px-3 py-2">
      <EmptyState icon={<Speaker aria-hidden />} level={3} title={t("alone")} text={t("aloneText")}>
        <Button icon={<QrCode />} onPress={onInvite}>
          {t("aloneButton")}
        </Button>
      </EmptyState>
    </div>
  );
}
