import { useEffect } from "react";
import { findShortcut, isTyping } from "./shortcuts.ts";
import { clearUndo, undoLast } from "./undo-store.ts";

/** With Ctrl, or Cmd on a Mac. A physical key (`KeyboardEvent.code`), so that it works in a Russian layout too. */
export const UNDO_KEYS = { undo: ["KeyZ"] } as const;

/**
 * Undoes the user's last action with Ctrl+Z, except in text fields and dialogs. Withdraws all offers when the user leaves the
 * page. See `undoLast` for `whenAnswered`.
 */
export function useUndoShortcut(whenAnswered: () => Promise<void>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (findShortcut(UNDO_KEYS, code) !== "undo" || ctrlKey === metaKey || altKey || shiftKey || isTyping(target)) return;
      if (target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]")) return;
      event.preventDefault();
      void undoLast(whenAnswered);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      clearUndo();
    };
  }, [whenAnswered]);
}
