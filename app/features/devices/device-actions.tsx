import { AudioLines, Unplug, Volume2, VolumeX } from "lucide-react";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import { type DeviceHealth, type ListedDevice, limitDelay } from "#app/domain/devices/device.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { Button } from "#app/ui/button.tsx";
import { DelaySlider } from "#app/ui/delay-slider.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import type { DeviceRights } from "./device-rights.ts";
import { useDevices } from "./devices-context.ts";
import { RoleSelect } from "./role-select.tsx";
import { useDeviceRequests } from "./use-device-requests.ts";
import { useHeldValue, useRestedValue } from "./use-rested-value.ts";
import { VolumeRow } from "./volume-row.tsx";

type DeviceActionsProps = {
  readonly device: ListedDevice;
  readonly report: DeviceHealth;
  readonly name: string;
  readonly rights: DeviceRights;
};

/** The actions that the user may perform on a device: everything with an own one, less with that of another person. */
export function DeviceActions(props: DeviceActionsProps) {
  const { rights } = props;
  return (
    <div className="grid gap-3">
      {rights.isOwn && <DeviceVolume {...props} />}
      <DeviceRole {...props} />
      {/* that of this device has more around it, in its own section */}
      {!rights.isThis && <DeviceDelay {...props} />}
      <div className="flex flex-wrap gap-x-2 gap-y-3 pt-1">
        <MuteButton {...props} />
        <TestButton {...props} />
        {rights.isOwn && !rights.isThis && <DisconnectButton {...props} />}
      </div>
    </div>
  );
}

function DeviceVolume({ device, report, name }: DeviceActionsProps) {
  const { t } = useTranslation("devices");
  const { change } = useDeviceRequests();
  const [volume, setVolume] = useRestedValue(report.volume, (next) => change(device, { volume: next }));
  return (
    <VolumeRow label={t("action.volume", { name })} title={t("action.volumeShort")} volume={volume} onChange={setVolume} />
  );
}

function DeviceRole({ device, report, name }: DeviceActionsProps) {
  const { t } = useTranslation("devices");
  const { change } = useDeviceRequests();
  const [role, setRole] = useHeldValue(report.role, (next) => change(device, { role: next }));
  return <RoleSelect label={t("action.roleNamed", { name })} role={role} onSelect={setRole} />;
}

function DeviceDelay({ device, report, name }: DeviceActionsProps) {
  const { t } = useTranslation("devices");
  const { change } = useDeviceRequests();
  const [delayMs, setDelay] = useRestedValue(report.delayMs, (next) => change(device, { delayMs: next }));
  return <DelaySlider label={t("action.delay", { name })} valueMs={delayMs} onChange={(next) => setDelay(limitDelay(next))} />;
}

function MuteButton({ device, report, name }: DeviceActionsProps) {
  const { t } = useTranslation("devices");
  const { change } = useDeviceRequests();
  const [isMuted, setMuted] = useHeldValue(report.isMuted, (next) => change(device, { isMuted: next }));
  return (
    <Button
      size="sm"
      icon={isMuted ? <Volume2 /> : <VolumeX />}
      aria-label={t(isMuted ? "action.unmuteNamed" : "action.muteNamed", { name })}
      onPress={() => setMuted(!isMuted)}
    >
      {t(isMuted ? "action.unmute" : "action.mute")}
    </Button>
  );
}

function TestButton({ device: { id }, name, rights }: DeviceActionsProps) {
  const { t } = useTranslation("devices");
  const { engine } = useDevices();
  const { send } = useDeviceRequests();
  const test = async () => {
    if (rights.isThis) startSoundWithRoom(engine);
    if (await send({ type: "test", deviceIds: [id] })) announce(t("action.tested", { name }));
  };
  return (
    <Button size="sm" icon={<AudioLines />} aria-label={t("action.testNamed", { name })} onPress={() => void test()}>
      {t("action.test")}
    </Button>
  );
}

function DisconnectButton({ device: { id }, name }: DeviceActionsProps) {
  const { t } = useTranslation("devices");
  const { send } = useDeviceRequests();
  const disconnect = async () => {
    if (await send({ type: "disconnect", deviceId: id })) announce(t("action.disconnected", { name }));
  };
  return (
    <TwoPressButton
      size="sm"
      icon={<Unplug />}
      label={t("action.disconnect")}
      armedLabel={t("action.disconnectAgain")}
      announcement={t("action.disconnectArmed", { name })}
      onConfirm={() => void disconnect()}
    />
  );
}
