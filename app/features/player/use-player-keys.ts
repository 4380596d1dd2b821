import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";

const JUMP_MS = 10_000;
/** These go on while they are held. */
const HELD = new Set(["KeyJ", "KeyL"]);

/**
 * Space plays and pauses from anywhere that does not want it itself; single letters work only with the focus in the
 * player (WCAG 2.1.4). Letters are told by their place on the keyboard, so that they work in a Russian layout too.
 */
export function usePlayerKeys(player: Player, volume: Volume): (event: KeyboardEvent) => void {
  const latest = useRef(player);
  latest.current = player;

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isFree = event.target === document.body || event.target === document.documentElement;
      if (event.code !== "Space" || !isFree || event.ctrlKey || event.metaKey || event.altKey) return;
      const { canControl, entry, state, togglePlay, listen } = latest.current;
      if (!entry) return;
      event.preventDefault();
      // a key that is held is one press
      if (event.repeat) return;
      if (state === "connect") listen();
      else if (canControl) togglePlay();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
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
    if (!event.repeat || HELD.has(event.code)) action();
  };
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== "range";
}
