import { Ellipsis } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { LazyCrossfadeControl } from "./lazy-crossfade.tsx";
import { LyricsButton } from "./lyrics-button.tsx";
import { RepeatButton, ShuffleButton } from "./order-controls.tsx";
import { HAS_DOCK, IS_DOCK_FOLDED } from "./player-shape.ts";
import { LazyReactionBar } from "./reactions/lazy-reaction-bar.tsx";
import { SleepMenu } from "./sleep-menu.tsx";
import type { SleepTimer } from "./sleep-timer.ts";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";
import { VolumeControl } from "./volume-control.tsx";

type DockMenuProps = {
  readonly player: Player;
  readonly volume: Volume;
  readonly sleepTimer: SleepTimer;
  readonly onLyrics: () => void;
};

/** A button that opens the controls for which the dock has no space. Renders nothing where it has. */
export function DockMenu(props: DockMenuProps) {
  const { t } = useTranslation();
  const hasDock = useMediaQuery(HAS_DOCK);
  const isFolded = useMediaQuery(IS_DOCK_FOLDED);
  if (!hasDock || !isFolded) return null;
  const label = t("more");
  return (
    <PopoverPanel label={label} width={300} trigger={<IconButton label={label} icon={<Ellipsis />} tooltip />}>
      <FoldedControls {...props} />
    </PopoverPanel>
  );
}

function FoldedControls({ player, volume, sleepTimer, onLyrics }: DockMenuProps) {
  const { t } = useTranslation("playback");
  return (
    <div className="grid gap-2 p-3">
      <LazyReactionBar player={player} />
      <ShuffleButton player={player} isWide />
      <RepeatButton player={player} isWide />
      <div className="px-4">
        <LazyCrossfadeControl player={player} />
      </div>
      {player.entry && <LyricsButton player={player} onPress={onLyrics} isWide />}
      {player.sound === "on" && (
        <div className="flex items-center justify-between gap-2 pl-4">
          <span className="font-strong text-ink-2">{t("sleep.title")}</span>
          <SleepMenu timer={sleepTimer} />
        </div>
      )}
      <div className="pr-4 pl-1.5">
        <VolumeControl volume={volume} isWide />
      </div>
    </div>
  );
}
