import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Slider } from "#app/ui/slider.tsx";
import { useCrossfade } from "./use-crossfade.ts";
import { useCrossfadeText } from "./use-crossfade-text.ts";
import { usePlaybackRefusal } from "./use-playback-refusal.ts";
import type { Player } from "./use-player.ts";

/** Changes the length of the room's crossfade, or shows it to people who may not. */
export function CrossfadeControl({ player }: { readonly player: Player }) {
  const { t } = useTranslation("playback");
  const { reason } = usePlaybackRefusal(player.view);
  const { length: format } = useCrossfadeText();
  const { ms, set } = useCrossfade(player);
  const label = t("crossfade.title");
  return (
    <section aria-label={label}>
      <p className="flex min-h-8 items-center justify-between gap-4">
        <span className="font-strong text-ink-2">{label}</span>
        <span className="font-strong whitespace-nowrap tabular-nums">{format(ms)}</span>
      </p>
      <Slider
        label={label}
        value={ms}
        min={0}
        max={playbackLimits.crossfadeMsMax}
        step={SECOND_MS}
        onChange={set}
        formatValue={format}
        isDisabled={reason !== null}
      />
      <p className="mt-1 text-caption text-ink-2">{reason ?? t("crossfade.text")}</p>
    </section>
  );
}
