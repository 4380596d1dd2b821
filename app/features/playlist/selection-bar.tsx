import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { BatchBar } from "./batch-bar.tsx";
import type { PlaylistModel } from "./use-playlist.ts";

type SelectionBarProps = { readonly model: PlaylistModel; readonly onEdit: (entries: readonly Entry[]) => void };

/** The toolbar for the selected entries. */
export function SelectionBar({ model, onEdit }: SelectionBarProps) {
  const { selection, rowContext, setMovingEntries } = model;
  const { commands, self, opening } = rowContext;
  const { entries } = selection;
  const ids = entries.map(({ id }) => id);
  return (
    <BatchBar
      count={entries.length}
      canArrange={entries.every((entry) => canArrangeEntry(entry, self, opening))}
      onClear={selection.clear}
      onEdit={() => onEdit(entries)}
      onMoveTo={() => setMovingEntries(entries)}
      onQueue={() => commands.queue(ids, true)}
      onRemove={() => {
        commands.remove(ids);
        selection.clear();
      }}
    />
  );
}
