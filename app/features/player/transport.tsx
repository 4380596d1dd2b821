import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "#app/server-client/account/use-user.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import type { Player } from "./use-player.ts";

/** Previous, play and next. A user who may not control playback sees them disabled, with the reason. */
export function Transport({ player, isLarge = false }: { readonly player: Player; readonly isLarge?: boolean }) {
  const { t } = useTranslation("room");
  const { canControl, state } = player;
  const hasTrack = player.entry !== undefined;
  const canMove = canControl && hasTrack && state !== "connect";
  const canPlay = canMove && state !== "fault";
  const size = isLarge ? "size-14" : "";
  const buttons = (
    <div className={`flex items-center ${isLarge ? "justify-center gap-8" : "gap-1"}`}>
      <IconButton
        label={t("player.previous")}
        variant="strong"
        icon={<SkipBack fill="currentColor" />}
        isDisabled={!canPlay}
        onPress={player.previous}
        className={size}
      />
      <PlayButton player={player} isDisabled={!canPlay} isLarge={isLarge} />
      <IconButton
        label={t("player.next")}
        variant="strong"
        icon={<SkipForward fill="currentColor" />}
        isDisabled={!canMove}
        onPress={player.next}
        className={size}
      />
    </div>
  );
  return canControl ? buttons : <ViewOnly>{buttons}</ViewOnly>;
}

/** The play button alone, for the mini bar. */
export function MiniPlayButton({ player }: { readonly player: Player }) {
  return <PlayButton player={player} isDisabled={player.state === "fault"} isLarge={false} />;
}

function PlayButton({
  player,
  isDisabled,
  isLarge,
}: {
  readonly player: Player;
  readonly isDisabled: boolean;
  readonly isLarge: boolean;
}) {
  const { t } = useTranslation("room");
  const { isPlaying, isTogglePending, state } = player;
  const isSpinning = isTogglePending || (isPlaying && state === "syncing");
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-label={t(isPlaying ? "player.pause" : "player.play")}
      aria-busy={isSpinning}
      onClick={player.togglePlay}
      className={`grid shrink-0 place-items-center rounded-full bg-ink text-on-ink transition-transform duration-90 not-disabled:active:scale-[.97] disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-off ${isLarge ? "size-18" : "size-12 max-md:size-11"}`}
    >
      {isSpinning ? <Spinner /> : <Icon size={isLarge ? 28 : 20} fill="currentColor" strokeWidth={1} aria-hidden />}
    </button>
  );
}

function ViewOnly({ children }: { readonly children: JSX.Element }) {
  const { t } = useTranslation("room");
  const isGuest = useUser() === null;
  const text = t(isGuest ? "player.viewOnlyGuest" : "player.viewOnly");
  return (
    <Tooltip text={text}>
      {/* Disabled buttons fire no pointer events, so the group carries the tooltip. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
      <fieldset tabIndex={0} aria-label={text} className="min-w-0 rounded-md">
        {children}
      </fieldset>
    </Tooltip>
  );
}
