import { useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { NowPlayingLine } from "./now-playing-line.tsx";
import { PlayerAction } from "./player-action.tsx";
import { MINI_BAR } from "./player-shape.ts";
import { MiniPlayButton } from "./transport.tsx";
import { useMovement } from "./use-movement.ts";
import type { Player } from "./use-player.ts";
import { useSyncStatus } from "./use-sync-status.tsx";

/** The player bar of phones. A press opens the sheet with the full player. */
export function MiniBar({ player, onOpen }: { readonly player: Player; readonly onOpen: () => void }) {
  const { t } = useTranslation("room");
  const { label, detail } = useSyncStatus(player);
  const progress = useRef<HTMLSpanElement>(null);
  const { durationMs, positionMs, isPlaying, isInSync, entry, state, canControl } = player;

  useMovement(progress, { from: "scaleX(0)", to: "scaleX(1)", durationMs, positionMs, isMoving: isPlaying });

  const hasAction = state === "connect" || state === "sync-error" || state === "fault";
  return (
    <div data-testid="mini-bar" className={MINI_BAR}>
      <button
        type="button"
        disabled={!entry}
        onClick={onOpen}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pl-2.5 -outline-offset-2"
      >
        <span className="sr-only">{t("player.openSheet")}</span>
        <NowPlayingLine player={player} coverPx={44} {...(entry && { secondLine: detail ? `${label} · ${detail}` : label })} />
      </button>
      {hasAction && <PlayerAction player={player} isShort />}
      {canControl && entry && <MiniPlayButton player={player} />}
      <span
        ref={progress}
        className={`absolute inset-x-3.5 bottom-0 h-0.5 origin-left rounded-full ${isInSync ? "bg-accent-wave" : "bg-ink-3"}`}
        style={{ transform: "scaleX(0)" }}
      />
    </div>
  );
}
