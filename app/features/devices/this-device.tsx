import { deviceSettings, setKeepsOutputAwake, setLoudspeaker } from "#app/app-state/device-settings.ts";
import type { ListedDevice } from "#app/domain/devices/device.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { DelaySection } from "./delay-section.tsx";
import { DeviceLogSection } from "./device-log-section.tsx";
import { DeviceName } from "./device-name.tsx";
import { useDevices } from "./devices-context.ts";
import { OutputChoice } from "./output-choice.tsx";
import { PanelSection, SwitchRow } from "./panel-section.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useDeviceRequests } from "./use-device-requests.ts";

/** The settings of the device on which the panel is open. @param device null until the room has listed it */
export function ThisDevice({ device }: { readonly device: ListedDevice | null }) {
  const { t } = useTranslation("devices");
  const settings = useStore(deviceSettings);
  const { change } = useDeviceRequests();
  const { viewer } = useDevices();
  const name = settings.name ?? (device?.report?.name || t("thisDevice"));
  const changeHere = (next: Parameters<typeof change>[1]) => viewer.deviceId && void change({ id: viewer.deviceId }, next);
  return (
    <PanelSection title={t("thisDevice")}>
      <DeviceName name={name} onRename={(next) => changeHere({ name: next })} />
      <RoleSelect label={t("action.roleNamed", { name })} role={settings.role} onSelect={(role) => changeHere({ role })} />
      <OutputChoice />
      <SwitchRow
        label={t("settings.loudspeaker")}
        text={t("settings.loudspeakerText")}
        isOn={settings.isLoudspeaker}
        onChange={setLoudspeaker}
      />
      <SwitchRow
        label={t("settings.keepAwake")}
        text={t("settings.keepAwakeText")}
        isOn={settings.keepsOutputAwake}
        onChange={setKeepsOutputAwake}
      />
      <DelaySection />
      <DeviceLogSection />
    </PanelSection>
  );
}
