import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from "react";
import { findShortcut } from "#app/ui/shortcuts.ts";
import { SEEK_KEYS, SEEK_STEPS } from "./player-shortcuts.ts";
import type { Player } from "./use-player.ts";

/** The position that a key seeks to. */
const TARGETS: Readonly<Record<keyof typeof SEEK_KEYS, (positionMs: number, durationMs: number) => number>> = {
  stepBack: (positionMs) => positionMs - SEEK_STEPS.arrowMs,
  stepForward: (positionMs) => positionMs + SEEK_STEPS.arrowMs,
  pageBack: (positionMs) => positionMs - SEEK_STEPS.pageMs,
  pageForward: (positionMs) => positionMs + SEEK_STEPS.pageMs,
  start: () => 0,
  end: (_, durationMs) => durationMs,
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
  const name = findShortcut(SEEK_KEYS, event.key);
  if (name === null) return;
  event.preventDefault();
  seek(TARGETS[name](positionMs(), durationMs));
}
