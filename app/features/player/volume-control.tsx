import { Volume1, Volume2, VolumeX } from "lucide-react";
import { formatPercent } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Slider } from "#app/ui/slider.tsx";
import type { Volume } from "./use-volume.ts";

type VolumeControlProps = {
  readonly volume: Volume;
  /** Takes the whole width. Otherwise it is a part of the dock, which has no space for it on narrow screens. */
  readonly isWide?: boolean;
};

/** Changes the volume of this device only. */
export function VolumeControl({ volume, isWide = false }: VolumeControlProps) {
  const { t, language } = useTranslation("room");
  const { level, isMuted } = volume;
  const Icon = isMuted ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  return (
    <div className={`flex items-center gap-1 ${isWide ? "w-full" : "shrink-0 max-[900px]:hidden"}`}>
      <IconButton label={t(isMuted ? "player.unmute" : "player.mute")} icon={<Icon />} onPress={volume.toggleMute} tooltip />
      <div className={isWide ? "min-w-30 flex-1" : "w-19 max-lg:hidden"}>
        <Slider
          label={t("player.volume")}
          value={isMuted ? 0 : level}
          min={0}
          max={1}
          step={0.05}
          onChange={volume.set}
          formatValue={(value) => formatPercent(value, language)}
        />
      </div>
    </div>
  );
}
