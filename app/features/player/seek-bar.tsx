import { type KeyboardEvent, type RefObject, useRef } from "react";
import { formatDuration } from "#app/i18n/format.ts";
import { useSpokenDuration } from "#app/i18n/use-spoken-duration.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { SeekBarReactions } from "./reactions/seek-bar-reactions.tsx";
import { useMovement } from "./use-movement.ts";
import { usePlaybackRefusal } from "./use-playback-refusal.ts";
import type { Player } from "./use-player.ts";
import { useSecond } from "./use-second.ts";
import { useSeekGestures } from "./use-seek-gestures.ts";
import { useWaveMask } from "./use-wave-mask.ts";

type SeekBarProps = {
  readonly player: Player;
  /** A taller bar with the times below it, for the sheet on phones. */
  readonly isTall?: boolean;
};

const TALL = "h-14 short:h-11";
/** The touch target is at least 44 px high. */
const IN_DOCK = "h-10 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-0.5";

/** The position in the current track, on its waveform or on a plain line. Dragging previews a position, releasing seeks. */
export function SeekBar({ player, isTall = false }: SeekBarProps) {
  const { durationMs, positionMs } = player;
  const bar = useRef<HTMLDivElement>(null);
  const { dragMs, pointedMs, handlers } = useSeekGestures(player, bar);
  const shownMs = () => dragMs ?? positionMs();
  const isMoving = player.isPlaying && dragMs === null;
  const second = useSecond(shownMs, isMoving && shownMs() < durationMs);
  const slider = (
    <div
      ref={bar}
      {...useSliderProps(player, second)}
      {...useExplainedPress(player, handlers)}
      className={`forced-edge relative min-w-40 flex-1 touch-none rounded-sm ${isTall ? TALL : IN_DOCK} ${canSeek(player) ? "cursor-pointer" : ""}`}
    >
      <Waveform player={player} bar={bar} shownMs={shownMs} isMoving={isMoving} />
      {durationMs > 0 && <Playhead durationMs={durationMs} positionMs={shownMs} isMoving={isMoving} />}
      {pointedMs !== null && durationMs > 0 && <PointedTime pointedMs={pointedMs} durationMs={durationMs} />}
    </div>
  );
  const position = <Time ms={durationMs > 0 ? second * 1000 : null} />;
  const duration = <Time ms={durationMs > 0 ? durationMs : null} />;
  if (isTall) {
    return (
      <div className="grid gap-2 short:gap-1">
        {slider}
        <div className="flex justify-between">
          {position}
          {duration}
        </div>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3.5">
      {position}
      {slider}
      {duration}
    </div>
  );
}

/** Explains a press on the bar to a user who may not seek. */
function useExplainedPress(player: Player, handlers: ReturnType<typeof useSeekGestures>["handlers"]) {
  const { reason, explain } = usePlaybackRefusal(player.view);
  if (reason === null || player.durationMs === 0) return handlers;
  return { ...handlers, onClick: explain, onKeyDown: ({ key }: KeyboardEvent) => key === "Enter" && explain() };
}

function canSeek({ canControl, durationMs }: Player): boolean {
  return canControl && durationMs > 0;
}

function useSliderProps(player: Player, second: number) {
  const { t } = useTranslation("room");
  const format = useSpokenDuration();
  const { durationMs } = player;
  return {
    role: "slider",
    tabIndex: durationMs > 0 ? 0 : -1,
    "aria-label": t("player.seek"),
    "aria-disabled": !canSeek(player),
    "aria-valuemin": 0,
    "aria-valuemax": Math.round(durationMs / 1000),
    "aria-valuenow": second,
    "aria-valuetext": t("player.seekValue", {
      position: format(second * 1000),
      duration: format(durationMs),
    }),
  };
}

type WaveformProps = {
  readonly player: Player;
  readonly bar: RefObject<HTMLElement>;
  readonly shownMs: () => number;
  readonly isMoving: boolean;
};

/** The buffered and the played part of the track, masked by its waveform, and the reactions to it. */
function Waveform({ player, bar, shownMs, isMoving }: WaveformProps) {
  const { durationMs, isInSync } = player;
  const mask = useWaveMask(player, bar);
  const played = useRef<HTMLSpanElement>(null);
  useMovement(played, { from: "scaleX(0)", to: "scaleX(1)", durationMs, positionMs: shownMs, isMoving });
  return (
    <>
      <span
        style={mask ? { maskImage: mask } : undefined}
        className={`absolute inset-x-0 overflow-hidden bg-wave-far ${mask ? "inset-y-0 mask-size-[100%_100%]" : "top-1/2 h-1.5 -translate-y-1/2 rounded-full"}`}
      >
        <Buffered player={player} />
        <span
          ref={played}
          className={`absolute inset-0 origin-left ${isInSync ? "animate-light-up bg-accent-wave" : "bg-ink-2"}`}
        />
      </span>
      <SeekBarReactions player={player} />
    </>
  );
}

function Buffered({ player: { engineStatus, durationMs } }: { readonly player: Player }) {
  const { bufferedToMs } = useStore(engineStatus);
  const share = durationMs > 0 ? Math.min(1, (bufferedToMs ?? 0) / durationMs) : 0;
  return <span className="absolute inset-0 origin-left bg-wave-to" style={{ transform: `scaleX(${share})` }} />;
}

type PlayheadProps = { readonly durationMs: number; readonly positionMs: () => number; readonly isMoving: boolean };

/** As wide as the bar, so that a translation in percent moves its left edge along the bar. */
function Playhead(movement: PlayheadProps) {
  const head = useRef<HTMLSpanElement>(null);
  useMovement(head, { from: "translateX(0)", to: "translateX(100%)", ...movement });
  return (
    <span ref={head} className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-1 -left-px w-0.5 rounded-full bg-ink" />
    </span>
  );
}

type PointedTimeProps = { readonly pointedMs: number; readonly durationMs: number };

/** The time at the pointer, above the bar. */
function PointedTime({ pointedMs, durationMs }: PointedTimeProps) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-full -translate-x-1/2 rounded-[8px] bg-ink px-2 py-0.5 text-caption font-label text-on-ink tabular-nums"
      style={{ left: `${(pointedMs / durationMs) * 100}%` }}
    >
      {formatDuration(pointedMs)}
    </span>
  );
}

function Time({ ms }: { readonly ms: number | null }) {
  return (
    <span className="min-w-8.5 text-caption font-label text-ink-2 tabular-nums first:text-right">{formatDuration(ms)}</span>
  );
}
