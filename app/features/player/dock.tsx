import { LocateFixed } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { NowPlayingLine } from "./now-playing-line.tsx";
import { RepeatButton, ShuffleButton } from "./order-controls.tsx";
import { PlaybackError } from "./playback-error.tsx";
import { PlayerAction } from "./player-action.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { SyncBadge } from "./sync-badge.tsx";
import { SyncPanel } from "./sync-panel.tsx";
import { Transport } from "./transport.tsx";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";
import { VolumeControl } from "./volume-control.tsx";

type DockProps = { readonly player: Player; readonly volume: Volume; readonly onShowInPlaylist: () => void };

/** The player bar of wide screens. Its layout is the same in all states. */
export function Dock({ player, volume, onShowInPlaylist }: DockProps) {
  const { t } = useTranslation("room");
  return (
    <div className="floats fixed inset-x-4 bottom-4 z-(--z-dock) hidden h-(--dock) items-center gap-5 rounded-xl bg-overlay pr-3.5 pl-4 shadow-2 md:flex">
      <Transport player={player} />
      <div className="-mx-3 flex">
        <ShuffleButton player={player} />
        <RepeatButton player={player} />
      </div>
      <div className="flex w-44 shrink-0 items-center gap-3 lg:w-57">
        <NowPlayingLine player={player} coverPx={56} />
      </div>
      {player.state === "fault" ? <PlaybackError player={player} /> : <SeekBar player={player} />}
      <div className="flex shrink-0 items-center gap-2">
        <PlayerAction player={player} />
      </div>
      <PopoverPanel label={t("sync.open")} width={416} trigger={<SyncBadge player={player} />}>
        <SyncPanel player={player} />
      </PopoverPanel>
      <VolumeControl volume={volume} />
      <IconButton
        label={t("player.showInPlaylist")}
        icon={<LocateFixed />}
        isDisabled={!player.entry}
        onPress={onShowInPlaylist}
        tooltip
        className="-ml-2.5"
      />
    </div>
  );
}
