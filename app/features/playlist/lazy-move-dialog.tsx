import { useLazy } from "#app/ui/use-lazy.ts";
import { NO_ENTRIES, type PlaylistModel } from "./use-playlist.ts";

const loadMoveDialog = () => import("./move-dialog.tsx");

/** Prompts for the position to which entries are moved. The dialog is loaded when it is first opened. */
export function LazyMoveDialog({ model }: { readonly model: PlaylistModel }) {
  const { playlist, movingEntries, setMovingEntries, rowContext } = model;
  const { indexById, commands } = rowContext;
  const close = () => setMovingEntries(NO_ENTRIES);
  const module = useLazy(loadMoveDialog, movingEntries.length > 0, close);
  const [first] = movingEntries;
  if (!first || !module) return null;
  const ids = movingEntries.map(({ id }) => id);
  return (
    <module.MoveDialog
      entries={movingEntries}
      total={playlist.length}
      currentPosition={(indexById.get(first.id) ?? 0) + 1}
      onMove={(index) => commands.moveTo(ids, index)}
      onClose={close}
    />
  );
}
