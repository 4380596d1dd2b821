import { useTranslation } from "#app/i18n/use-translation.ts";
import { DelaySlider } from "#app/ui/delay-slider.tsx";
import type { Player } from "./use-player.ts";

/** Corrects a delay that the browser does not know, for this device only. */
export function OutputAdjustment({ player: { outputAdjustment } }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  return (
    <div className="mb-5 border-t border-line pt-2">
      <DelaySlider label={t("sync.adjust")} valueMs={outputAdjustment.valueMs} onChange={outputAdjustment.set} />
    </div>
  );
}
