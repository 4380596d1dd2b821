import { type KeyboardEvent, useEffect } from "react";
import { readPreference } from "#app/app-state/preferences.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { findShortcut, hasModifier, isTyping } from "#app/ui/shortcuts.ts";
import { PAGE_KEYS, PLAYER_KEYS, SEEK_STEPS } from "./player-shortcuts.ts";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";

type PlayerKey = keyof typeof PLAYER_KEYS;
type PlayerControls = Pick<Player, "canControl" | "positionMs" | "seek" | "next" | "previous" | "resync">;

/** Keys that repeat while they are held down. */
const REPEATING: readonly PlayerKey[] = ["back", "forward"];

/**
 * Space plays and pauses from anywhere on the page. The single letters work only while the player has the focus. A
 * preference turns both off (WCAG 2.1.4).
 */
export function usePlayerKeys(player: Player, volume: Volume): (event: KeyboardEvent) => void {
  const latest = useLatestRef(player);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => handleSpaceKey(event, latest.current);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [latest]);
  return (event) => handlePlayerKey(event, player, volume);
}

/** Handles the single letters, which work while the player has the focus. */
export function handlePlayerKey(event: KeyboardEvent, player: PlayerControls, volume: Pick<Volume, "toggleMute">): void {
  if (!readPreference("keyboardShortcuts") || hasModifier(event) || isTyping(event.target)) return;
  const { canControl, positionMs, seek, next, previous, resync } = player;
  const actions: Record<PlayerKey, (() => void) | false> = {
    back: canControl && (() => seek(positionMs() - SEEK_STEPS.letterMs)),
    forward: canControl && (() => seek(positionMs() + SEEK_STEPS.letterMs)),
    previous: canControl && previous,
    next: canControl && next,
    mute: volume.toggleMute,
    resync,
  };
  const name = findShortcut(PLAYER_KEYS, event.code);
  const action = name !== null && actions[name];
  if (name === null || !action) return;
  event.preventDefault();
  if (!event.repeat || REPEATING.includes(name)) action();
}

type PlaybackControls = Pick<Player, "canControl" | "entry" | "state" | "togglePlay" | "listen">;

/** Handles the space key, unless a control that uses it has the focus. */
export function handleSpaceKey(event: globalThis.KeyboardEvent, player: PlaybackControls): void {
  const isPageFocused = event.target === document.body || event.target === document.documentElement;
  if (findShortcut(PAGE_KEYS, event.code) !== "toggle" || !isPageFocused || hasModifier(event)) return;
  if (!readPreference("keyboardShortcuts")) return;
  const { canControl, entry, state, togglePlay, listen } = player;
  if (!entry) return;
  event.preventDefault();
  // A key that is held down counts as one press.
  if (event.repeat) return;
  if (state === "connect") listen();
  else if (canControl) togglePlay();
}
