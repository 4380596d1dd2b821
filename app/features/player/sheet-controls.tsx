import { useState } from "react";
import { CrossfadeButton } from "./lazy-crossfade.tsx";
import { ListeningControls } from "./listening-controls.tsx";
import { LyricsButton } from "./lyrics-button.tsx";
import { RepeatButton, ShuffleButton } from "./order-controls.tsx";
import { PlaybackError } from "./playback-error.tsx";
import { PlayerAction } from "./player-action.tsx";
import { ReactionBar } from "./reactions/reaction-bar.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { SkipVoteText } from "./skip-vote-text.tsx";
import type { SleepTimer } from "./sleep-timer.ts";
import { SyncBadge } from "./sync-badge.tsx";
import { SyncPanel } from "./sync-panel.tsx";
import { Transport } from "./transport.tsx";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";
import { VolumeControl } from "./volume-control.tsx";

type PlayerProps = { readonly player: Player };
type SheetControlsProps = PlayerProps & {
  readonly volume: Volume;
  readonly sleepTimer: SleepTimer;
  readonly onLyrics: () => void;
};

/** The current track and the controls of the sheet. */
export function SheetControls({ player, volume, sleepTimer, onLyrics }: SheetControlsProps) {
  return (
    <>
      <div className="flex shrink-0 items-end gap-2">
        <div className="min-w-0 flex-1">
          <CurrentTrack player={player} />
        </div>
        <CrossfadeButton player={player} />
        <LyricsButton player={player} onPress={onLyrics} />
      </div>
      <div className="mt-5 short:mt-2">
        {player.state === "fault" ? <PlaybackError player={player} /> : <SeekBar player={player} isTall />}
      </div>
      <div className="mt-2 flex items-center justify-between short:mt-1">
        <ShuffleButton player={player} />
        <Transport player={player} isLarge />
        <RepeatButton player={player} />
      </div>
      <SkipVoteText player={player} className="mt-1 text-center text-small font-label" />
      <SyncDetails player={player} />
      <div className="mt-auto grid gap-3 pt-4 short:pt-1">
        <ReactionBar player={player} />
      </div>
      <div className="grid gap-3 pt-2 short:flex short:items-center short:pt-1">
        <ListeningControls player={player} sleepTimer={sleepTimer} isWide />
        <VolumeControl volume={volume} isWide />
      </div>
    </>
  );
}

function CurrentTrack({ player }: PlayerProps) {
  const track = player.entry?.track;
  return (
    <>
      <p
        title={track?.title}
        className="mt-7 line-clamp-2 shrink-0 text-sheet font-bold wrap-anywhere short:mt-0 short:line-clamp-1 short:text-h2"
      >
        {track?.title}
      </p>
      <p title={track?.artist} className="shrink-0 truncate text-lead text-ink-2 short:text-body">
        {track?.artist}
      </p>
    </>
  );
}

/** The sync badge, which opens the panel below it. */
function SyncDetails({ player }: PlayerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="mt-5 grid justify-items-center gap-3 short:mt-1 short:flex short:items-center">
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
