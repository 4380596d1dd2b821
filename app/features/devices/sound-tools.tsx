import { AudioLines } from "lucide-react";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import type { ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { Button } from "#app/ui/button.tsx";
import { getDeviceRights } from "./device-rights.ts";
import { useDevices } from "./devices-context.ts";
import { MetronomeControl } from "./metronome-control.tsx";
import type { MetronomeRun } from "./metronome-run.ts";
import { PanelSection } from "./panel-section.tsx";
import { StereoPairControl } from "./stereo-pair.tsx";
import { useDeviceRequests } from "./use-device-requests.ts";

type SoundToolsProps = {
  readonly devices: readonly ListedDevice[];
  /** Those of the user. */
  readonly own: readonly ListedDevice[];
  readonly metronome: MetronomeRun;
};

/** Test sounds on all devices that the user may adjust, and the pair of left and right. */
export function SoundTools({ devices, own, metronome }: SoundToolsProps) {
  const { t } = useTranslation("devices");
  const { viewer } = useDevices();
  const adjustable = devices.filter((device) => getDeviceRights(device, viewer).canAdjust).map(({ id }) => id);
  return (
    <PanelSection title={t("tools.title")}>
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <TestAllButton deviceIds={adjustable} />
        <MetronomeControl deviceIds={adjustable} metronome={metronome} />
      </div>
      <p className="text-caption text-ink-3">{t("tools.metronomeText")}</p>
      <StereoPairControl devices={own} />
      {adjustable.length < devices.length && <p className="text-caption text-ink-3">{t("tools.ownOnly")}</p>}
    </PanelSection>
  );
}

function TestAllButton({ deviceIds }: { readonly deviceIds: readonly DeviceId[] }) {
  const { t } = useTranslation("devices");
  const { engine } = useDevices();
  const { send } = useDeviceRequests();
  const test = async () => {
    startSoundWithRoom(engine);
    if (await send({ type: "test", deviceIds })) announce(t("tools.testedAll", { count: deviceIds.length }));
  };
  return (
    <Button size="sm" icon={<AudioLines />} isDisabled={deviceIds.length === 0} onPress={() => void test()}>
      {t("tools.testAll")}
    </Button>
  );
}
