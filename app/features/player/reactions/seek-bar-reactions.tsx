import { useStore } from "#app/lib/use-store.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import type { Player } from "../use-player.ts";

const loadMarks = () => import("./reaction-marks.tsx");

/** The reactions to the current track on its seek bar. */
export function SeekBarReactions({ player }: { readonly player: Player }) {
  const { entryId, marks } = useStore(player.connection.reactions);
  const hasMarks = marks.length > 0 && entryId === player.entry?.id;
  const parts = useLazy(loadMarks, hasMarks);
  return hasMarks && parts && <parts.ReactionMarks marks={marks} />;
}
