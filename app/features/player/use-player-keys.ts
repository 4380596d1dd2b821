import { type KeyboardEvent, useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";

const JUMP_MS = 10_000;
/** Keys that repeat while they are held down. */
const REPEATING_CODES = new Set(["KeyJ", "KeyL"]);

/**
 * Space plays and pauses from anywhere on the page. The single letters work only while the player has the focus (WCAG
 * 2.1.4). Letters are identified by their physical key, so that they work in a Russian layout too.
 */
export function usePlayerKeys(player: Player, volume: Volume): (event: KeyboardEvent) => void {
  useSpaceKey(player);
  return (event) => {
    if (hasModifier(event) || isTyping(event.target)) return;
    const { canControl, positionMs, seek, next, previous, resync } = player;
    const actions: Record<string, (() => void) | false> = {
      KeyJ: canControl && (() => seek(positionMs() - JUMP_MS)),
      KeyL: canControl && (() => seek(positionMs() + JUMP_MS)),
      KeyP: canControl && previous,
      KeyN: canControl && next,
      KeyM: volume.toggleMute,
      KeyR: resync,
    };
    const action = actions[event.code];
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || REPEATING_CODES.has(event.code)) action();
  };
}

/** Handles the space key unless a control that uses it has the focus. */
function useSpaceKey(player: Player): void {
  const latest = useLatestRef(player);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isPageFocused = event.target === document.body || event.target === document.documentElement;
      if (event.code !== "Space" || !isPageFocused || hasModifier(event)) return;
      const { canControl, entry, state, togglePlay, listen } = latest.current;
      if (!entry) return;
      event.preventDefault();
      // A key that is held down counts as one press.
      if (event.repeat) return;
      if (state === "connect") listen();
      else if (canControl) togglePlay();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [latest]);
}

function hasModifier({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey">): boolean {
  return ctrlKey || metaKey || altKey;
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== "range";
}
