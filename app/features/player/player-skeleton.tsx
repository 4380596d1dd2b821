import { Skeleton } from "#app/ui/skeleton.tsx";
import { DOCK, DOCK_CONTROLS, DOCK_POSITION, DOCK_TRACK, DOCK_TRANSPORT, MINI_BAR } from "./player-shape.ts";

/** The layout of the player while the room is loading. */
export function PlayerSkeleton() {
  return (
    <div aria-hidden data-player>
      <div data-testid="dock" className={DOCK}>
        <div className={DOCK_POSITION}>
          <Skeleton className="h-1.5 flex-1 rounded-full" />
        </div>
        <div className={DOCK_CONTROLS}>
          <div className={DOCK_TRACK}>
            <Skeleton className="size-14 shrink-0 rounded-xs" />
            <Skeleton className="h-4 w-32 min-w-0" />
          </div>
          <div className={DOCK_TRANSPORT}>
            <Skeleton className="size-12 rounded-full" />
          </div>
          <Skeleton className="h-8 w-24 shrink-0 rounded-full" />
        </div>
      </div>
      <div data-testid="mini-bar" className={MINI_BAR}>
        <Skeleton className="ml-2.5 size-11 shrink-0 rounded-xs" />
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  );
}
