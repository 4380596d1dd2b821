import { Minus, Plus } from "lucide-react";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { ADJUSTMENT_MAX_MS } from "./use-output-adjustment.ts";
import type { Player } from "./use-player.ts";

const STEP_MS = 5;

/** Corrects a delay that the browser does not know, for this device only. */
export function OutputAdjustment({ player: { outputAdjustment } }: { readonly player: Player }) {
  const { t, language } = useTranslation("room");
  const { valueMs, set } = outputAdjustment;
  const format = (ms: number) => t("sync.ms", { ms: formatMs(ms, language) });
  const step = { ms: STEP_MS };
  return (
    <section aria-label={t("sync.adjust")} className="mb-5 border-t border-line pt-2">
      <p className="flex min-h-8 items-center justify-between gap-4 text-small">
        <span className="text-ink-2">{t("sync.adjust")}</span>
        <span className="flex items-center gap-3">
          {valueMs !== 0 && (
            <Button size="sm" variant="ghost" onPress={() => set(0)}>
              {t("sync.adjustReset")}
            </Button>
          )}
          <span className="font-strong whitespace-nowrap tabular-nums">{format(valueMs)}</span>
        </span>
      </p>
      <div className="flex items-center gap-1">
        <IconButton label={t("sync.adjustLater", step)} icon={<Minus />} onPress={() => set(valueMs - STEP_MS)} tooltip />
        <Slider
          label={t("sync.adjust")}
          value={valueMs}
          min={-ADJUSTMENT_MAX_MS}
          max={ADJUSTMENT_MAX_MS}
          step={1}
          onChange={set}
          formatValue={format}
        />
        <IconButton label={t("sync.adjustEarlier", step)} icon={<Plus />} onPress={() => set(valueMs + STEP_MS)} tooltip />
      </div>
      <p className="mt-1 text-caption text-ink-3">{t("sync.adjustText")}</p>
    </section>
  );
}
