import { ChevronDown, ListMusic } from "lucide-react";
import { type TouchEvent, useRef } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AriaLanguage } from "#app/ui/aria-language.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { NoticeSlot } from "#app/ui/notice-slot.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { getCoverUrl } from "./now-playing-line.tsx";
import { HAS_DOCK } from "./player-shape.ts";
import { SheetControls } from "./sheet-controls.tsx";
import type { SleepTimer } from "./sleep-timer.ts";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";

type SheetProps = {
  readonly player: Player;
  readonly volume: Volume;
  readonly sleepTimer: SleepTimer;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onShowInPlaylist: () => void;
  readonly onLyrics: () => void;
};

/** A swipe down of this length closes the sheet. */
const CLOSE_SWIPE_PX = 90;

const SHEET =
  "floats flex size-full flex-col overflow-y-auto px-[max(24px,env(safe-area-inset-left),env(safe-area-inset-right))] " +
  "pb-[max(20px,env(safe-area-inset-bottom))] outline-none";

/** The full player on phones. In landscape the cover is beside the controls. */
export function NowPlayingSheet({ player, isOpen, onOpenChange, onShowInPlaylist, ...controls }: SheetProps) {
  // Other screens show the full player in the dock. An open but hidden modal would make the rest of the page inert.
  const hasDock = useMediaQuery(HAS_DOCK);
  const close = () => onOpenChange(false);
  return (
    <AriaLanguage>
      <ModalOverlay isOpen={isOpen && !hasDock} onOpenChange={onOpenChange} className="fixed inset-0 z-(--z-dialog) bg-bg">
        <Modal className="size-full animate-climb">
          <Dialog className={SHEET}>
            <SheetHeader player={player} onClose={close} onShowInPlaylist={onShowInPlaylist} />
            <NoticeSlot className="-mx-4 shrink-0 pt-2" />
            <div className="flex shrink-0 grow flex-col short:flex-row short:gap-6">
              <SheetCover player={player} />
              <div className="flex min-w-0 grow flex-col short:basis-0">
                <SheetControls player={player} {...controls} />
              </div>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}

type SheetHeaderProps = Pick<SheetProps, "player" | "onShowInPlaylist"> & { readonly onClose: () => void };

function SheetHeader({ player, onClose, onShowInPlaylist }: SheetHeaderProps) {
  const { t } = useTranslation(["room", "shell"]);
  return (
    <header className="-mx-3 flex shrink-0 items-center pt-2 short:pt-0" {...useSwipeDown(onClose)}>
      <IconButton label={t("shell:close")} icon={<ChevronDown />} size="lg" onPress={onClose} />
      <Heading slot="title" className="min-w-0 flex-1 text-center">
        <span className="block text-caption text-ink-3">{t("player.playingIn")}</span>
        <span title={player.view.state?.info.name} className="block truncate font-strong">
          {player.view.state?.info.name}
        </span>
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

function SheetCover({ player }: Pick<SheetProps, "player">) {
  return (
    <div className="mx-auto mt-4 w-[min(342px,44svh)] max-w-full shrink-0 rounded-md shadow-[0_30px_60px_-30px_oklch(0_0_0/.6)] short:mx-0 short:mt-1 short:w-[min(34vw,calc(100svh-72px))] short:self-start">
      <Cover src={getCoverUrl(player)} size="fill" />
    </div>
  );
}
