import { Metronome, Square } from "lucide-react";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { BeatLight } from "./beat-light.tsx";
import { useDevices } from "./devices-context.ts";
import type { MetronomeRun } from "./metronome-run.ts";

type MetronomeControlProps = { readonly deviceIds: readonly DeviceId[]; readonly metronome: MetronomeRun };

/** Starts the metronome and stops the one that was started here, with its light. */
export function MetronomeControl({ deviceIds, metronome }: MetronomeControlProps) {
  const { t } = useTranslation("devices");
  const { engine } = useDevices();
  const errorText = useErrorText();
  const state = useStore(metronome.state);
  const isOwn = state.status === "playing" && state.isOwn;
  const start = async () => {
    startSoundWithRoom(engine);
    await metronome.start(deviceIds);
    const next = metronome.state.get();
    if (next.status === "failed") notify({ variant: "error", title: errorText(next.reason) });
  };
  return (
    <>
      {/* one button, so that it keeps the focus */}
      <Button
        size="sm"
        icon={isOwn ? <Square /> : <Metronome />}
        isBusy={state.status === "starting"}
        isDisabled={deviceIds.length === 0}
        onPress={isOwn ? metronome.stop : () => void start()}
      >
        {t(isOwn ? "tools.metronomeStop" : "tools.metronome")}
      </Button>
      {isOwn && <BeatLight check={state.check} />}
    </>
  );
}
