import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { NowPlayingLine } from "./now-playing-line.tsx";
import { PlayerAction } from "./player-action.tsx";
import { useSyncWords } from "./sync-badge.tsx";
import { MiniPlay } from "./transport.tsx";
import { useEachFrame } from "./use-each-frame.ts";
import type { Player } from "./use-player.ts";

/** The player bar of telephones. A press opens the whole player. */
export function MiniBar({ player, onOpen }: { readonly player: Player; readonly onOpen: () => void }) {
  const { t } = useTranslation("room");
  const { label, detail } = useSyncWords(player);
  const progress = useRef<HTMLSpanElement>(null);
  const { durationMs, positionMs, isLit, entry, state, canControl } = player;

  useEachFrame(() => {
    if (progress.current) progress.current.style.transform = `scaleX(${durationMs > 0 ? positionMs() / durationMs : 0})`;
  });

  const hasAction = state === "connect" || state === "late" || state === "fault";
  return (
    <div className="floats fixed inset-x-2 bottom-[max(8px,env(safe-area-inset-bottom))] z-(--z-dock) flex h-16 items-center gap-2 overflow-hidden rounded-[18px] bg-overlay pr-2.5 shadow-2 md:hidden">
      <button
        type="button"
        disabled={!entry}
        onClick={onOpen}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pl-2.5 -outline-offset-2"
      >
        <span className="sr-only">{t("player.openSheet")}</span>
        <NowPlayingLine player={player} coverPx={44} {...(entry && { second: detail ? `${label} · ${detail}` : label })} />
      </button>
      {hasAction && <PlayerAction player={player} isShort />}
      {state !== "connect" && canControl && entry && <MiniPlay player={player} />}
      <span
        ref={progress}
        className={`absolute inset-x-3.5 bottom-0 h-0.5 origin-left rounded-full ${isLit ? "bg-accent-wave" : "bg-ink-3"}`}
        style={{ transform: "scaleX(0)" }}
      />
    </div>
  );
}
