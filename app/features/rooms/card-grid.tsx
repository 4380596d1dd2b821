import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { CardSkeleton } from "./card-skeleton.tsx";
import { RoomCard } from "./room-card.tsx";
import { findRoom, type ListedRoom } from "./room-pages.ts";
import type { ShownView } from "./shown-rooms.ts";
import { useFocusFallback } from "./use-focus-fallback.ts";
import type { RoomList } from "./use-room-list.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { useVisibleCards } from "./use-visible-cards.ts";
import { WaitingRoomsButton } from "./waiting-rooms-button.tsx";

type CardGridProps = {
  readonly list: RoomList;
  readonly isOffline: boolean;
  readonly onFavorite: (listed: ListedRoom) => void;
};

/** The number of skeletons while the number of rooms is not loaded. */
const SKELETON_COUNT = 6;

// Sets the height of the entire list for each number of columns, so that the scroll bar is correct from the first render
// on. `useVisibleCards` reads the columns, the row height and the gap from here.
const GRID =
  "grid content-start gap-4 auto-rows-[238px] h-[calc(var(--rows-1)*254px-16px)] md:gap-6 md:auto-rows-[266px] " +
  "md:grid-cols-2 md:h-[calc(var(--rows-2)*290px-24px)] min-[1012px]:grid-cols-3 min-[1012px]:h-[calc(var(--rows-3)*290px-24px)] " +
  "min-[1336px]:grid-cols-4 min-[1336px]:h-[calc(var(--rows-4)*290px-24px)]";

/** The cards of a room list. Only those near the window are rendered. */
export function CardGrid({ list, isOffline, onFavorite }: CardGridProps) {
  const { t } = useTranslation("home");
  const { pages, shown, view, isPlaceholder, query } = list;
  const total = view.total ?? SKELETON_COUNT;
  const grid = useRef<HTMLUListElement>(null);
  useScrollAnchor(grid, shown, view.anchor);
  const { first, end, abovePx } = useVisibleCards(grid, total);
  const focusHandlers = useFocusFallback(grid, first);
  useEffect(() => pages.setVisibleRange(first, end), [pages, first, end]);
  const showWaiting = () => {
    shown.showWaiting();
    focusStart(grid.current);
  };

  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  return (
    <>
      <WaitingRoomsButton waiting={view.waiting} onPress={showWaiting} />
      <ul
        ref={grid}
        aria-label={t(query.tab === "mine" ? "tab.mine" : "tab.all")}
        aria-busy={isPlaceholder || view.total === null}
        tabIndex={-1}
        {...focusHandlers}
        className={`${GRID} grid-cols-1 scroll-mt-4 outline-none [overflow-anchor:none] ${isOffline ? "[--ink-2:var(--ink-3)] [--ink:var(--ink-3)]" : ""}`}
        style={{ paddingTop: abovePx, ...getRowCounts(total) }}
      >
        {indexes.map((index) => {
          const listed = findRoom(view, index);
          return (
            <li key={listed?.room._id ?? index} aria-setsize={total} aria-posinset={index + 1} className="min-w-0">
              <GridCard listed={listed} view={view} isOffline={isOffline} onFavorite={onFavorite} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

type GridCardProps = Omit<CardGridProps, "list"> & { readonly listed: ListedRoom | undefined; readonly view: ShownView };

function GridCard({ listed, view, isOffline, onFavorite }: GridCardProps) {
  if (!listed) return <CardSkeleton />;
  const isRemoved = view.removed.has(listed.room._id);
  return <RoomCard listed={listed} isRemoved={isRemoved} isOffline={isOffline} onFavorite={onFavorite} />;
}

/** The pressed button has disappeared. The changes may be anywhere in the list. */
function focusStart(grid: HTMLElement | null): void {
  if (!grid) return;
  grid.focus({ preventScroll: true });
  if (grid.getBoundingClientRect().top < 0) grid.scrollIntoView({ block: "start" });
}

/** The number of rows for each number of columns. */
function getRowCounts(total: number) {
  return {
    "--rows-1": total,
    "--rows-2": Math.ceil(total / 2),
    "--rows-3": Math.ceil(total / 3),
    "--rows-4": Math.ceil(total / 4),
  };
}
