import { PAGE_KEYS, PLAYER_KEYS, SEEK_KEYS } from "#app/features/player/player-shortcuts.ts";
import { CTRL_KEYS, ENTRY_KEYS, FOCUS_KEYS, MOVE_KEYS, ROW_KEYS } from "#app/features/playlist/playlist-shortcuts.ts";
import type { ShortcutGroup, ShortcutLine } from "#app/features/shortcuts/shortcuts-dialog.tsx";
import type { Translate } from "#app/i18n/text-keys.ts";
import { UNDO_KEYS } from "#app/ui/use-undo-shortcut.ts";
import { HELP_KEYS } from "./help-keys.ts";

/** The keyboard shortcuts of a room, from the tables that their handlers use. */
export function listShortcuts(t: Translate<"playback">): readonly ShortcutGroup[] {
  return [
    { title: t("shortcuts.group.page"), lines: listPageLines(t) },
    { title: t("shortcuts.group.player"), lines: listPlayerLines(t) },
    { title: t("shortcuts.group.seek"), lines: listSeekLines(t) },
    { title: t("shortcuts.group.row"), lines: listRowLines(t) },
  ];
}

function listPageLines(t: Translate<"playback">): readonly ShortcutLine[] {
  return [
    { label: t("shortcuts.toggle"), keys: PAGE_KEYS.toggle },
    { label: t("shortcuts.undo"), keys: UNDO_KEYS.undo, modifier: "Ctrl" },
    { label: t("shortcuts.help"), keys: HELP_KEYS.help },
  ];
}

function listPlayerLines(t: Translate<"playback">): readonly ShortcutLine[] {
  return (["back", "forward", "previous", "next", "mute", "resync"] as const).map((name) => {
    return { label: t(`shortcuts.${name}`), keys: PLAYER_KEYS[name] };
  });
}

function listSeekLines(t: Translate<"playback">): readonly ShortcutLine[] {
  return (["stepBack", "stepForward", "pageBack", "pageForward", "start", "end"] as const).map((name) => {
    return { label: t(`shortcuts.${name}`), keys: SEEK_KEYS[name] };
  });
}

function listRowLines(t: Translate<"playback">): readonly ShortcutLine[] {
  const { nextControl, previousControl } = ROW_KEYS;
  const focusKeys = Object.values(FOCUS_KEYS).flat();
  return [
    { label: t("shortcuts.focus"), keys: focusKeys },
    { label: t("shortcuts.controls"), keys: [...previousControl, ...nextControl] },
    { label: t("shortcuts.play"), keys: ROW_KEYS.play },
    { label: t("shortcuts.select"), keys: ROW_KEYS.select },
    { label: t("shortcuts.extend"), keys: focusKeys, modifier: "Shift" },
    { label: t("shortcuts.selectAll"), keys: CTRL_KEYS.selectAll, modifier: "Ctrl" },
    { label: t("shortcuts.clear"), keys: ROW_KEYS.clear },
    { label: t("shortcuts.move"), keys: Object.values(MOVE_KEYS).flat(), modifier: "Alt" },
    { label: t("shortcuts.edit"), keys: ENTRY_KEYS.edit },
    { label: t("shortcuts.remove"), keys: ENTRY_KEYS.remove },
  ];
}
