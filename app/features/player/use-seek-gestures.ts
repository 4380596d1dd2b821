import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from "react";
import type { Player } from "./use-player.ts";

const STEP_MS = 5000;
const PAGE_MS = 30_000;

/** The position that a key seeks to. */
const KEYS: Readonly<Record<string, (positionMs: number, durationMs: number) => number>> = {
  ArrowLeft: (positionMs) => positionMs - STEP_MS,
  ArrowDown: (positionMs) => positionMs - STEP_MS,
  ArrowRight: (positionMs) => positionMs + STEP_MS,
  ArrowUp: (positionMs) => positionMs + STEP_MS,
  PageDown: (positionMs) => positionMs - PAGE_MS,
  PageUp: (positionMs) => positionMs + PAGE_MS,
  Home: () => 0,
  End: (_, durationMs) => durationMs,
};

/** Seeking with pointer and keyboard on a bar whose width represents the duration of the track. */
export function useSeekGestures(player: Player, bar: RefObject<HTMLElement>) {
  const { canControl, durationMs, seek, entry } = player;
  const canSeek = canControl && durationMs > 0;
  const [dragMs, setDragMs] = useState<number | null>(null);
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const entryId = entry?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drag ends when another track plays
  useEffect(() => setDragMs(null), [entryId]);

  const toMs = ({ clientX }: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect();
    return box ? Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * durationMs : 0;
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (!canSeek || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragMs(toMs(event));
    },
    onPointerMove(event: PointerEvent) {
      if (dragMs !== null) setDragMs(toMs(event));
      if (event.pointerType === "mouse") setHoverMs(toMs(event));
    },
    onPointerUp(event: PointerEvent) {
      if (dragMs === null) return;
      seek(toMs(event));
      setDragMs(null);
    },
    onPointerCancel: () => setDragMs(null),
    onPointerLeave: () => setHoverMs(null),
    onKeyDown: (event: KeyboardEvent) => canSeek && seekByKey(event, player),
  };
  return {
    /** The position under the pointer while it drags. Null otherwise. */
    dragMs,
    /** The position under the pointer. Null without a pointer on the bar. */
    pointedMs: dragMs ?? hoverMs,
    handlers,
  };
}

function seekByKey(event: KeyboardEvent, { positionMs, durationMs, seek }: Player): void {
  const targetMs = KEYS[event.key]?.(positionMs(), durationMs);
  if (targetMs === undefined) return;
  event.preventDefault();
  seek(targetMs);
}
