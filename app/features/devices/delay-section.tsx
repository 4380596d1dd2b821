import { Hand, Mic } from "lucide-react";
import { outputDelays } from "#app/app-state/output-delays.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { DelaySlider } from "#app/ui/delay-slider.tsx";
import { preload } from "#app/ui/use-lazy.ts";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { OutputNames } from "./output-names.tsx";
import { useDelayLabel } from "./use-delay-label.ts";

const loadTap = () => import("./tap-dialog.tsx");
const loadMicrophone = () => import("./microphone-dialog.tsx");

/** The delay of the output of this device, and the ways to find it. */
export function DelaySection() {
  const { t } = useTranslation("calibration");
  const delayMs = useStore(outputDelays.delayMs);
  const label = useDelayLabel();
  const tap = useLazyDialog(loadTap);
  const microphone = useLazyDialog(loadMicrophone);
  return (
    <div className="grid gap-2">
      <DelaySlider label={label} valueMs={delayMs} onChange={outputDelays.setDelay}>
        <OutputNames />
      </DelaySlider>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own */}
      <div role="group" aria-label={t("find")} className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Mic />} onPress={microphone.open} onPointerEnter={() => preload(loadMicrophone)}>
          {t("microphone.title")}
        </Button>
        <Button size="sm" icon={<Hand />} onPress={tap.open} onPointerEnter={() => preload(loadTap)}>
          {t("tap.title")}
        </Button>
      </div>
      {tap.module && <tap.module.TapDialog onClose={tap.close} />}
      {microphone.module && <microphone.module.MicrophoneDialog onClose={microphone.close} />}
    </div>
  );
}
