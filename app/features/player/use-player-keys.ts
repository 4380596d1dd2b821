import { type KeyboardEvent, useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { handlePlayerKey, handleSpaceKey } from "./player-keys.ts";
import type { Player } from "./use-player.ts";
import type { Volume } from "./use-volume.ts";

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
