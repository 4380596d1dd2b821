import { Keyboard } from "lucide-react";
import { useEffect } from "react";
import { readPreference } from "#app/app-state/preferences.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { findShortcut, hasModifier, isTyping } from "#app/ui/shortcuts.ts";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { HELP_KEYS } from "./help-keys.ts";

const loadDialog = () => import("./room-shortcuts-dialog.tsx");

/** A button that opens the list of keyboard shortcuts, as its key does unless it is off. Touch screens do not show it. */
export function RoomShortcuts() {
  const { t } = useTranslation("playback");
  const { module, open, close } = useLazyDialog(loadDialog);
  useHelpKey(open);
  return (
    <>
      <IconButton
        label={t("shortcuts.title")}
        icon={<Keyboard />}
        onPress={open}
        tooltip
        className="max-lg:hidden pointer-coarse:hidden"
      />
      {module && <module.RoomShortcutsDialog onClose={close} />}
    </>
  );
}

/** Calls `open` when the key is pressed outside of text fields, dialogs and menus. */
function useHelpKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (findShortcut(HELP_KEYS, key) !== "help" || hasModifier(event) || isTyping(target)) return;
      if (!readPreference("keyboardShortcuts")) return;
      if (target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]")) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
}
