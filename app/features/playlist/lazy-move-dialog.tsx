import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useLazy } from "#app/ui/use-lazy.ts";

type LazyMoveDialogProps = {
  /** The entries to move. The dialog is open while there are any. */
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly indexById: ReadonlyMap<EntryId, number>;
  readonly onMove: (index: number) => void;
  readonly onClose: () => void;
};

const loadMoveDialog = () => import("./move-dialog.tsx");

/** The move dialog, loaded when it is first opened. */
export function LazyMoveDialog({ entries, total, indexById, onMove, onClose }: LazyMoveDialogProps) {
  const module = useLazy(loadMoveDialog, entries.length > 0, onClose);
  const [first] = entries;
  if (!first || !module) return null;
  return (
    <module.MoveDialog
      entries={entries}
      total={total}
      currentPosition={(indexById.get(first.id) ?? 0) + 1}
      onMove={onMove}
      onClose={onClose}
    />
  );
}
