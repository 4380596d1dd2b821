import { MicVocal } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import type { Player } from "./use-player.ts";

type LyricsButtonProps = {
  readonly player: Player;
  /** Shows the name of the button. */
  readonly isWide?: boolean;
  readonly onPress: () => void;
};

/** Opens the lyrics of the current track. Its icon is brighter if there are some. */
export function LyricsButton({ player: { entry }, isWide = false, onPress }: LyricsButtonProps) {
  const { t } = useTranslation("room");
  const hasLyrics = entry !== undefined && entry.track.lyricsAtMs !== null;
  const label = t("player.lyrics");
  if (isWide) {
    return (
      <Button variant="ghost" icon={<MicVocal />} onPress={onPress}>
        {label}
      </Button>
    );
  }
  return (
    <IconButton
      label={label}
      icon={<MicVocal />}
      variant={hasLyrics ? "strong" : "ghost"}
      disabledReason={entry ? null : t("player.nothing")}
      onPress={onPress}
      tooltip
    />
  );
}
