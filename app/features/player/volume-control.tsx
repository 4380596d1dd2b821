import { Volume1, Volume2, VolumeX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPercent } from "#app/i18n/format.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Slider } from "#app/ui/slider.tsx";
import type { Volume } from "./use-volume.ts";

/** Changes the volume of this device only. */
export function VolumeControl({ volume, isWide = false }: { readonly volume: Volume; readonly isWide?: boolean }) {
  const { t, i18n } = useTranslation("room");
  const { level, isMuted } = volume;
  const Icon = isMuted ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  return (
    <div className={`flex items-center gap-1 ${isWide ? "w-full" : ""}`}>
      <IconButton label={t(isMuted ? "player.unmute" : "player.mute")} icon={<Icon />} onPress={volume.toggleMute} tooltip />
      <div className={isWide ? "flex-1" : "hidden w-19 lg:block"}>
        <Slider
          label={t("player.volume")}
          value={isMuted ? 0 : level}
          min={0}
          max={1}
          step={0.05}
          onChange={volume.set}
          formatValue={(value) => formatPercent(value, i18n.language)}
        />
      </div>
    </div>
  );
}
