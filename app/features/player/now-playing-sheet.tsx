import { ChevronDown, ListMusic } from "lucide-react";
import { type TouchEvent, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import { getCoverUrl } from "./now-playing-line.tsx";
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

type SheetProps = {
  readonly player: Player;
  readonly volume: Volume;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onShowInPlaylist: () => void;
};

/** A swipe down of this length closes the sheet. */
const CLOSE_SWIPE_PX = 90;

/** The full player on phones. */
export function NowPlayingSheet({ player, volume, isOpen, onOpenChange, onShowInPlaylist }: SheetProps) {
  // Wider screens show the full player in the dock. An open but hidden modal would make the rest of the page inert.
  const isMobile = useIsMobile();
  const close = () => onOpenChange(false);
  return (
    <ModalOverlay isOpen={isOpen && isMobile} onOpenChange={onOpenChange} className="fixed inset-0 z-(--z-dialog) bg-bg">
      <Modal className="size-full animate-climb">
        <Dialog className="floats flex size-full flex-col overflow-y-auto px-6 pb-[max(20px,env(safe-area-inset-bottom))] outline-none">
          <SheetHeader player={player} onClose={close} onShowInPlaylist={onShowInPlaylist} />
          <CurrentTrack player={player} />
          <div className="mt-5">
            {player.state === "fault" ? <PlaybackError player={player} /> : <SeekBar player={player} isTall />}
          </div>
          <div className="mt-2 flex items-center justify-between">
            <ShuffleButton player={player} />
            <Transport player={player} isLarge />
            <RepeatButton player={player} />
          </div>
          <SyncDetails player={player} />
          <div className="mt-auto pt-4">
            <VolumeControl volume={volume} isWide />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type SheetHeaderProps = Pick<SheetProps, "player" | "onShowInPlaylist"> & { readonly onClose: () => void };

function SheetHeader({ player, onClose, onShowInPlaylist }: SheetHeaderProps) {
  const { t } = useTranslation(["room", "shell"]);
  return (
    <header className="-mx-3 flex shrink-0 items-center pt-2" {...useSwipeDown(onClose)}>
      <IconButton label={t("shell:close")} icon={<ChevronDown />} size="lg" onPress={onClose} />
      <Heading slot="title" className="min-w-0 flex-1 text-center">
        <span className="block text-caption text-ink-3">{t("player.playingIn")}</span>
        <span className="block truncate font-strong">{player.view.state?.info.name}</span>
      </Heading>
      <IconButton
        label={t("player.showInPlaylist")}
        icon={<ListMusic />}
        size="lg"
        onPress={() => {
          onClose();
          onShowInPlaylist();
        }}
      />
    </header>
  );
}

function useSwipeDown(onSwipe: () => void) {
  const startY = useRef<number | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      startY.current = touches[0]?.clientY ?? null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const endY = changedTouches[0]?.clientY ?? 0;
      if (startY.current !== null && endY - startY.current > CLOSE_SWIPE_PX) onSwipe();
      startY.current = null;
    },
  };
}

type PlayerProps = Pick<SheetProps, "player">;

function CurrentTrack({ player }: PlayerProps) {
  const track = player.entry?.track;
  return (
    <>
      <div className="mx-auto mt-4 w-[min(342px,44svh)] shrink-0 rounded-md shadow-[0_30px_60px_-30px_oklch(0_0_0/.6)]">
        <Cover src={getCoverUrl(player)} size="fill" />
      </div>
      <p className="mt-7 line-clamp-2 shrink-0 text-sheet font-bold">{track?.title}</p>
      <p className="shrink-0 truncate text-lead text-ink-2">{track?.artist}</p>
    </>
  );
}

/** The sync badge, which opens the panel below it. */
function SyncDetails({ player }: PlayerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="mt-5 grid justify-items-center gap-3">
        <PlayerAction player={player} />
        <SyncBadge player={player} isWide onPress={() => setOpen(!isOpen)} />
      </div>
      {isOpen && (
        <div className="-mx-6">
          <SyncPanel player={player} />
        </div>
      )}
    </>
  );
}
