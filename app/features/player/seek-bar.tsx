import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, speakDuration } from "#app/i18n/format.ts";
import { useEachFrame } from "./use-each-frame.ts";
import type { Player } from "./use-player.ts";
import { useSecond } from "./use-second.ts";
import { useWaveMask } from "./use-waveform.ts";

const STEP_MS = 5000;
const PAGE_MS = 30_000;

/** Where a key takes the position. */
const KEYS: Record<string, (positionMs: number, durationMs: number) => number> = {
  ArrowLeft: (at) => at - STEP_MS,
  ArrowDown: (at) => at - STEP_MS,
  ArrowRight: (at) => at + STEP_MS,
  ArrowUp: (at) => at + STEP_MS,
  PageDown: (at) => at - PAGE_MS,
  PageUp: (at) => at + PAGE_MS,
  Home: () => 0,
  End: (_, durationMs) => durationMs,
};

/** Time, the track as its waveform or a line, length. Dragging shows, letting go seeks. */
export function SeekBar({ player, isTall = false }: { readonly player: Player; readonly isTall?: boolean }) {
  const { t, i18n } = useTranslation("room");
  const { durationMs, isLit, status, positionMs, seek } = player;
  const canSeek = player.canControl && durationMs > 0;
  const line = useRef<HTMLDivElement>(null);
  const playedRef = useRef<HTMLSpanElement>(null);
  const head = useRef<HTMLSpanElement>(null);
  const [dragMs, setDragMs] = useState<number | null>(null);
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const entryId = player.entry?.id;
  // what was taken hold of in one track is no place in the next
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is what it is about
  useEffect(() => setDragMs(null), [entryId]);
  const mask = useWaveMask(player, line);
  const shownSecond = useSecond(() => dragMs ?? positionMs());

  useEachFrame(() => {
    const share = durationMs > 0 ? (dragMs ?? positionMs()) / durationMs : 0;
    if (playedRef.current) playedRef.current.style.transform = `scaleX(${share})`;
    if (head.current) head.current.style.transform = `translateX(${share * 100}%)`;
  });

  const msAt = ({ clientX }: { readonly clientX: number }) => {
    const box = line.current?.getBoundingClientRect();
    return box ? Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * durationMs : 0;
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (!canSeek || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragMs(msAt(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragMs !== null) setDragMs(msAt(event));
    if (event.pointerType === "mouse") setHoverMs(msAt(event));
  };
  const onPointerUp = (event: PointerEvent) => {
    if (dragMs === null) return;
    seek(msAt(event));
    setDragMs(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = KEYS[event.key]?.(positionMs(), durationMs);
    if (to === undefined || !canSeek) return;
    event.preventDefault();
    seek(to);
  };

  const pointedMs = dragMs ?? hoverMs;
  const filled = durationMs > 0 ? Math.min(1, (status.filledToMs ?? 0) / durationMs) : 0;
  const time = <span className={TIME}>{formatDuration(durationMs > 0 ? shownSecond * 1000 : null)}</span>;
  const length = <span className={TIME}>{formatDuration(durationMs > 0 ? durationMs : null)}</span>;

  return (
    <div className={isTall ? "grid gap-2" : "flex min-w-0 flex-1 items-center gap-3.5"}>
      {!isTall && time}
      <div
        ref={line}
        role="slider"
        tabIndex={durationMs > 0 ? 0 : -1}
        aria-label={t("player.seek")}
        aria-disabled={!canSeek}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={shownSecond}
        aria-valuetext={t("player.seekValue", {
          position: speakDuration(shownSecond * 1000, i18n.language),
          duration: speakDuration(durationMs, i18n.language),
        })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDragMs(null)}
        onPointerLeave={() => setHoverMs(null)}
        onKeyDown={onKeyDown}
        className={`relative min-w-0 flex-1 touch-none rounded-sm ${isTall ? "h-14" : "h-10"} ${canSeek ? "cursor-pointer" : ""}`}
      >
        <span
          style={mask ? { maskImage: mask } : undefined}
          className={`absolute inset-x-0 overflow-hidden bg-wave-far ${mask ? "inset-y-0 mask-size-[100%_100%]" : "top-1/2 h-1.5 -translate-y-1/2 rounded-full"}`}
        >
          <span className="absolute inset-0 origin-left bg-wave-to" style={{ transform: `scaleX(${filled})` }} />
          <span
            ref={playedRef}
            className={`absolute inset-0 origin-left ${isLit ? "animate-light-up bg-accent-wave" : "bg-ink-2"}`}
          />
        </span>
        {durationMs > 0 && (
          // as wide as the line, so that a percentage moves its left edge along it
          <span ref={head} className="pointer-events-none absolute inset-0">
            <span className="absolute inset-y-1 -left-px w-0.5 rounded-full bg-ink" />
          </span>
        )}
        {pointedMs !== null && durationMs > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute bottom-full -translate-x-1/2 rounded-[8px] bg-ink px-2 py-0.5 text-caption font-label text-on-ink tabular-nums"
            style={{ left: `${(pointedMs / durationMs) * 100}%` }}
          >
            {formatDuration(pointedMs)}
          </span>
        )}
      </div>
      {isTall ? (
        <div className="flex justify-between">
          {time}
          {length}
        </div>
      ) : (
        length
      )}
    </div>
  );
}

const TIME = "min-w-8.5 text-caption font-label text-ink-2 tabular-nums first:text-right";
