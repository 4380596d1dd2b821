import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CardSkeleton } from "./card-skeleton.tsx";
import { RoomCard } from "./room-card.tsx";
import { type ListedRoom, roomAt } from "./room-pages.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import type { RoomList } from "./use-room-list.ts";
import { useWindow } from "./use-window.ts";

type CardGridProps = {
  readonly list: RoomList;
  readonly isOffline: boolean;
  readonly onFavorite: (listed: ListedRoom) => void;
};

/** A page that has just been opened: how many cards there are, nobody knows. */
const SKELETONS = 6;

// The height of all rows, whichever number of columns there is room for, is known before anything is drawn: the scroll
// bar is right from the first byte on. `useWindow` reads columns, rows and gaps from here.
const GRID =
  "grid content-start gap-4 auto-rows-[238px] h-[calc(var(--rows-1)*254px-16px)] md:gap-6 md:auto-rows-[266px] " +
  "md:grid-cols-2 md:h-[calc(var(--rows-2)*290px-24px)] min-[1012px]:grid-cols-3 min-[1012px]:h-[calc(var(--rows-3)*290px-24px)] " +
  "min-[1336px]:grid-cols-4 min-[1336px]:h-[calc(var(--rows-4)*290px-24px)]";

/** The cards of a list, of which those near the screen are drawn. */
export function CardGrid({ list, isOffline, onFavorite }: CardGridProps) {
  const { t } = useTranslation("home");
  const { pages, view, isPending, query } = list;
  const total = view.total ?? SKELETONS;
  const grid = useRef<HTMLUListElement>(null);
  const { first, end, abovePx } = useWindow(grid, total);
  const keepFocus = useKeptFocus(grid, first);
  useEffect(() => pages.want(first, end), [pages, first, end]);

  const places = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  return (
    <ul
      ref={grid}
      aria-label={t(query.tab === "mine" ? "tab.mine" : "tab.all")}
      aria-busy={isPending || view.total === null}
      tabIndex={-1}
      {...keepFocus}
      className={`${GRID} grid-cols-1 outline-none [overflow-anchor:none] ${isOffline ? "[--ink-2:var(--ink-3)] [--ink:var(--ink-3)]" : ""}`}
      style={{
        paddingTop: abovePx,
        "--rows-1": total,
        "--rows-2": Math.ceil(total / 2),
        "--rows-3": Math.ceil(total / 3),
        "--rows-4": Math.ceil(total / 4),
      }}
    >
      {places.map((index) => {
        const listed = roomAt(view, index);
        return (
          <li key={listed?.room._id ?? index} aria-setsize={total} aria-posinset={index + 1} className="min-w-0">
            {listed ? <RoomCard listed={listed} isOffline={isOffline} onFavorite={onFavorite} /> : <CardSkeleton />}
          </li>
        );
      })}
    </ul>
  );
}
