import { SECOND_MS } from "#app/domain/units.ts";

// Physical keys (`KeyboardEvent.code`), so that letters work in a Russian layout too.

/** Work from anywhere on the page. */
export const PAGE_KEYS = { toggle: ["Space"] } as const;

/** Work while the player has the focus. */
export const PLAYER_KEYS = {
  back: ["KeyJ"],
  forward: ["KeyL"],
  previous: ["KeyP"],
  next: ["KeyN"],
  mute: ["KeyM"],
  resync: ["KeyR"],
} as const;

/** Work while the seek bar has the focus. These are values of `KeyboardEvent.key`. */
export const SEEK_KEYS = {
  stepBack: ["ArrowLeft", "ArrowDown"],
  stepForward: ["ArrowRight", "ArrowUp"],
  pageBack: ["PageDown"],
  pageForward: ["PageUp"],
  start: ["Home"],
  end: ["End"],
} as const;

/** How far a key seeks, ms. */
export const SEEK_STEPS = { letterMs: 10 * SECOND_MS, arrowMs: 5 * SECOND_MS, pageMs: 30 * SECOND_MS } as const;
