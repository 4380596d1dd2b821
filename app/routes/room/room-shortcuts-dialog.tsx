import { ShortcutsDialog } from "#app/features/shortcuts/shortcuts-dialog.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { listShortcuts } from "./list-shortcuts.ts";

/** The list of a room's keyboard shortcuts. */
export function RoomShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("playback");
  return <ShortcutsDialog groups={listShortcuts(t)} onClose={onClose} />;
}
