import { describe, expect, it } from "vitest";
import { PAGE_KEYS, PLAYER_KEYS, SEEK_KEYS } from "#app/features/player/player-shortcuts.ts";
import { CTRL_KEYS, ENTRY_KEYS, FOCUS_KEYS, MOVE_KEYS, ROW_KEYS } from "#app/features/playlist/playlist-shortcuts.ts";
import { HELP_KEYS } from "#app/routes/room/help-keys.ts";
import { listShortcuts } from "#app/routes/room/list-shortcuts.ts";
import { findShortcut } from "#app/ui/shortcuts.ts";
import { UNDO_KEYS } from "#app/ui/use-undo-shortcut.ts";

type Table = Readonly<Record<string, readonly string[]>>;

const keysOf = (tables: readonly Table[], modifier = "") =>
  tables.flatMap((table) => Object.values(table).flatMap((keys) => keys.map((key) => `${modifier}${key}`)));

describe("the list of keyboard shortcuts", () => {
  // each group shows the keys of its own tables
  const groups = listShortcuts((key) => key).map(({ lines }) =>
    lines.flatMap(({ keys, modifier }) => keys.map((key) => (modifier ? `${modifier}+${key}` : key))),
  );

  it("contains every key that a handler reacts to, and no other", () => {
    const [page, player, seek, row] = groups;
    expect([...(page ?? [])].sort()).toEqual([...keysOf([PAGE_KEYS, HELP_KEYS]), ...keysOf([UNDO_KEYS], "Ctrl+")].sort());
    expect([...(player ?? [])].sort()).toEqual(keysOf([PLAYER_KEYS]).sort());
    expect([...(seek ?? [])].sort()).toEqual(keysOf([SEEK_KEYS]).sort());
    const rowKeys = [
      ...keysOf([FOCUS_KEYS, ROW_KEYS, ENTRY_KEYS]),
      ...keysOf([FOCUS_KEYS], "Shift+"),
      ...keysOf([MOVE_KEYS], "Alt+"),
      ...keysOf([CTRL_KEYS], "Ctrl+"),
    ];
    expect([...(row ?? [])].sort()).toEqual(rowKeys.sort());
  });

  it("describes each line differently", () => {
    const labels = listShortcuts((key) => key).flatMap(({ lines }) => lines.map(({ label }) => label));
    expect(new Set(labels).size).toBe(labels.length);
  });
});

describe("finding a shortcut", () => {
  it("returns the name of the key, or null", () => {
    expect(findShortcut(PLAYER_KEYS, "KeyN")).toBe("next");
    expect(findShortcut(SEEK_KEYS, "ArrowUp")).toBe("stepForward");
    expect(findShortcut(PLAYER_KEYS, "KeyX")).toBeNull();
  });
});
