import { useTranslation } from "#app/i18n/use-translation.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { ColumnNames } from "./column-names.tsx";
import { PlaceholderRow } from "./placeholder-row.tsx";
import { HEAD, PLAYLIST, ROW_HEIGHT, ROWS } from "./playlist-shape.ts";

/** More than a high screen shows. */
const ROW_COUNT = 20;

type PlaylistSkeletonProps = {
  /** Whether the playlist is known to have no tracks. */
  readonly isEmpty: boolean;
};

/** The layout of the playlist while the room is loading. */
export function PlaylistSkeleton({ isEmpty }: PlaylistSkeletonProps) {
  const { t } = useTranslation("room");
  return (
    <div className={PLAYLIST}>
      <div data-testid="playlist-head" className={HEAD}>
        <h2 className="text-h2 font-bold">{t("playlist.title")}</h2>
        <span className="flex-1" />
        <Skeleton className="h-10 w-44 rounded-md max-[1000px]:hidden lg:w-56" />
        <Skeleton className="size-10 rounded-md" />
      </div>
      {!isEmpty && <Rows />}
    </div>
  );
}

function Rows() {
  return (
    <>
      <ColumnNames sort="manual" />
      <div className={`${ROWS} overflow-hidden`}>
        {Array.from({ length: ROW_COUNT }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          <div key={i} data-testid="skeleton-row" className={ROW_HEIGHT}>
            <PlaceholderRow />
          </div>
        ))}
      </div>
    </>
  );
}
