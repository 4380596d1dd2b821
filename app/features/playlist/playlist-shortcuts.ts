/** Move the focus to another row. With Shift they also extend the selection. */
export const FOCUS_KEYS = {
  up: ["ArrowUp"],
  down: ["ArrowDown"],
  pageUp: ["PageUp"],
  pageDown: ["PageDown"],
  first: ["Home"],
  last: ["End"],
} as const;

/** Act on the focused row, or on the selection. */
export const ROW_KEYS = {
  play: ["Enter"],
  select: [" "],
  nextControl: ["ArrowRight"],
  previousControl: ["ArrowLeft"],
  clear: ["Escape"],
} as const;

/** With Alt: move the entry of the focused row. */
export const MOVE_KEYS = { up: ["ArrowUp"], down: ["ArrowDown"], first: ["Home"], last: ["End"] } as const;

/** Change the entry of the focused row. */
export const ENTRY_KEYS = { edit: ["F2"], remove: ["Delete", "Backspace"] } as const;

/** With Ctrl, or Cmd on a Mac. Physical keys (`KeyboardEvent.code`), so that they work in a Russian layout too. */
export const CTRL_KEYS = { selectAll: ["KeyA"] } as const;
