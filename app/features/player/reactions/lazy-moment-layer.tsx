import { useStore } from "#app/lib/use-store.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import type { Player } from "../use-player.ts";

const loadLayer = () => import("./moment-layer.tsx");

/** Loads the layer when it may have something to show: another device is in the room, or the track has reactions. */
export function LazyMomentLayer({ player }: { readonly player: Player }) {
  const hasReactions = useStore(player.connection.reactions).marks.length > 0;
  const layer = useLazy(loadLayer, hasReactions || hasCompany(player.view));
  return layer && <layer.MomentLayer player={player} />;
}

function hasCompany({ present, guests }: RoomView): boolean {
  return guests + present.reduce((sum, { devices }) => sum + devices, 0) > 1;
}
