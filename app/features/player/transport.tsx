import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { offProps, withTooltip } from "#app/ui/disabled-reason.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { usePlaybackRefusal } from "./use-playback-refusal.ts";
import type { Player } from "./use-player.ts";

/** Previous, play and next. A button that does nothing now explains why. */
export function Transport({ player, isLarge = false }: { readonly player: Player; readonly isLarge?: boolean }) {
  const { t } = useTranslation("room");
  const { playReason, moveReason, onDisabledPress } = useReasons(player);
  const size = isLarge ? "size-14 short:size-11" : "";
  return (
    <div className={`flex items-center ${isLarge ? "min-w-0 flex-1 justify-evenly" : "gap-1"}`}>
      <IconButton
        label={t("player.previous")}
        variant="strong"
        icon={<SkipBack fill="currentColor" />}
        disabledReason={playReason}
        onDisabledPress={onDisabledPress}
        onPress={player.previous}
        className={size}
      />
      <PlayButton player={player} isLarge={isLarge} />
      <IconButton
        label={t(player.skipVote ? "player.voteToSkip" : "player.next")}
        isOn={player.skipVote?.isOwn}
        variant="strong"
        icon={<SkipForward fill="currentColor" />}
        disabledReason={moveReason}
        onDisabledPress={onDisabledPress}
        onPress={player.skipVote ? player.toggleSkipVote : player.next}
        className={size}
      />
    </div>
  );
}

/** Why the buttons do nothing: a track that cannot be played here can still be skipped. */
function useReasons(player: Player) {
  const { t } = useTranslation("room");
  const { reason, onDisabledPress } = usePlaybackRefusal(player.view);
  const moveReason = reason ?? (player.entry ? null : t("player.nothing"));
  const playReason = moveReason ?? (player.state === "fault" ? t("player.faultTitle") : null);
  return { playReason, moveReason, onDisabledPress };
}

/** The play button alone, for the mini bar. */
export function MiniPlayButton({ player }: { readonly player: Player }) {
  return <PlayButton player={player} isLarge={false} />;
}

function PlayButton({ player, isLarge }: { readonly player: Player; readonly isLarge: boolean }) {
  const { t } = useTranslation("room");
  const { playReason, onDisabledPress } = useReasons(player);
  const { isPlaying, isTogglePending, state } = player;
  const isSpinning = isTogglePending || (isPlaying && state === "syncing");
  const Icon = isPlaying ? Pause : Play;
  const button = (
    <button
      type="button"
      {...offProps(playReason)}
      aria-label={t(isPlaying ? "player.pause" : "player.play")}
      aria-busy={isSpinning}
      onClick={playReason === null ? player.togglePlay : onDisabledPress}
      className={`forced-control grid shrink-0 place-items-center rounded-full bg-ink text-on-ink transition-transform duration-90 usable:active:scale-[.97] off:cursor-not-allowed off:bg-sunken off:text-ink-off ${isLarge ? "size-18 short:size-14" : "size-11 dock:size-12"}`}
    >
      {isSpinning ? <Spinner /> : <Icon size={isLarge ? 28 : 20} fill="currentColor" strokeWidth={1} aria-hidden />}
    </button>
  );
  return withTooltip(button, null, { disabledReason: playReason, onDisabledPress });
}
