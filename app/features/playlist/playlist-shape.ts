// The sizes of the playlist's parts, which the playlist and its skeleton share: nothing moves when the room opens.

export const PLAYLIST = "relative flex min-h-0 min-w-0 flex-1 flex-col";

/** Narrow screens have icons in place of the search field and the texts. */
export const HEAD = "mt-1 flex h-16 shrink-0 items-center gap-1 min-[1000px]:gap-2 short:mt-0 short:h-11";

/** Narrow phones have the sort order and the multi-selection in the playlist's menu. The tools have these classes. */
export const SORT_TOOL = "max-[430px]:hidden";
export const SELECT_TOOL = "max-[360px]:hidden";
/** Media queries of the same widths. */
export const IS_SORT_FOLDED = "(width < 430px)";
export const IS_SELECT_FOLDED = "(width < 360px)";

/** The box of the rows, as wide as the screen on phones. */
export const ROWS = "-mx-4 min-h-0 flex-1 md:-ml-5 md:mr-0";

/** The space below the last row, so that neither the player covers it nor the toolbar of a selection. */
export const END_BELOW_ROWS = "[--list-end:var(--player-space)]";
export const END_BELOW_BAR = "[--list-end:calc(var(--player-space)+64px)]";

export const ROW_PX = 56;
export const ROW_MOBILE_PX = 64;
/** The same two heights, for the skeleton: the server does not know the width of the screen. */
export const ROW_HEIGHT = "h-16 md:h-14";
