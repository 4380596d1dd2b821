import { LocateFixed } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { DockMenu } from "./dock-menu.tsx";
import { CrossfadeButton } from "./lazy-crossfade.tsx";
import { ListeningControls } from "./listening-controls.tsx";
import { LyricsButton } from "./lyrics-button.tsx";
import { NowPlayingLine } from "./now-playing-line.tsx";
import { RepeatButton, ShuffleButton } from "./order-controls.tsx";
import { PlaybackError } from "./playback-error.tsx";
import { PlayerAction } from "./player-action.tsx";
import { DOCK, DOCK_CONTROLS, DOCK_POSITION, DOCK_TRACK, DOCK_TRANSPORT } from "./player-shape.ts";
import { ReactionButton } from "./reactions/lazy-reaction-bar.tsx";
import { SeekBar } from "./seek-bar.tsx";
import type { SleepTimer } from "./sleep-timer.ts";
import { SyncButton } from "./sync-button.tsx";
import { Transport } from "./transport.tsx";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";
import { VolumeControl } from "./volume-control.tsx";

type DockProps = {
  readonly player: Player;
  readonly volume: Volume;
  readonly sleepTimer: SleepTimer;
  readonly onShowInPlaylist: () => void;
  readonly onLyrics: () => void;
};

/**
 * The player bar of wide screens. Its layout depends on the width and not on the state. A narrower dock folds the order and the
 * sleep timer into a menu first, then the volume, then the text of the sync badge.
 */
export function Dock({ player, volume, sleepTimer, onShowInPlaylist, onLyrics }: DockProps) {
  return (
    <div data-testid="dock" className={DOCK}>
      <div className={DOCK_POSITION}>
        {player.state === "fault" ? <PlaybackError player={player} /> : <SeekBar player={player} />}
      </div>
      <div className={DOCK_CONTROLS}>
        <div className={DOCK_TRACK}>
          <NowPlayingLine player={player} coverPx={56} />
        </div>
        <div className={DOCK_TRANSPORT}>
          <Transport player={player} />
        </div>
        <div className="-mx-2 flex shrink-0 max-lg:hidden min-[1180px]:-order-3 min-[1180px]:mr-0">
          <ShuffleButton player={player} />
          <RepeatButton player={player} />
          <CrossfadeButton player={player} />
        </div>
        <DeviceControls {...{ player, volume, sleepTimer, onLyrics }} />
        <ShowInPlaylistButton player={player} onPress={onShowInPlaylist} />
      </div>
    </div>
  );
}

/** The sync of this device, the controls of its sound, and the menu of what is folded. */
function DeviceControls({ player, volume, sleepTimer, onLyrics }: Omit<DockProps, "onShowInPlaylist">) {
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 empty:hidden">
        <PlayerAction player={player} />
      </div>
      <SyncButton player={player} />
      <ReactionButton player={player} />
      <ListeningControls player={player} sleepTimer={sleepTimer} />
      <VolumeControl volume={volume} />
      <span className="flex max-lg:hidden">
        <LyricsButton player={player} onPress={onLyrics} />
      </span>
      <DockMenu {...{ player, volume, sleepTimer, onLyrics }} />
    </>
  );
}

function ShowInPlaylistButton({ player, onPress }: Pick<DockProps, "player"> & { readonly onPress: () => void }) {
  const { t } = useTranslation("room");
  return (
    <IconButton
      label={t("player.showInPlaylist")}
      icon={<LocateFixed />}
      disabledReason={player.entry ? null : t("player.nothing")}
      onPress={onPress}
      tooltip
    />
  );
}
