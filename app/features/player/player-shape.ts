// The sizes of the player's two forms, which the player and its skeleton share: nothing moves when the room opens. The heights
// and the distances from the edge of the screen are in app/ui/tokens/layout.css.

/** Screens with the dock. All others have the mini bar. The same as the variant `dock` in app.css. */
export const HAS_DOCK = "(width >= 768px) and (height >= 500px), (width >= 1180px)";
/** A dock of this width folds controls into a menu. They have the class `max-lg:hidden`, or hide at a smaller width. */
export const IS_DOCK_FOLDED = "(width < 1280px)";

const FLOATING = "floats fixed bottom-(--player-inset) z-(--z-dock) h-(--player-height) items-center bg-overlay shadow-2";

/** The player bar of wide screens. Below 1180 px it has two rows, the position above the controls. */
export const DOCK =
  `${FLOATING} inset-x-4 hidden flex-col justify-center gap-1 rounded-xl pr-3.5 pl-4 dock:flex ` +
  "min-[1180px]:flex-row min-[1180px]:justify-start min-[1180px]:gap-2 min-[1366px]:gap-3 min-[1440px]:gap-5";

// In one row, the position comes after the transport and the current track. The order of the elements is that of two rows.
/** The position in the current track, or the error in its place. */
export const DOCK_POSITION =
  "flex h-10 w-full items-center min-[1180px]:-order-1 min-[1180px]:h-auto min-[1180px]:w-auto min-[1180px]:flex-1";
/** Everything else. In one row, its parts are parts of the dock. */
export const DOCK_CONTROLS = "flex w-full items-center gap-3 min-[1180px]:contents";
export const DOCK_TRACK = "flex min-w-32 flex-1 items-center gap-3 min-[1180px]:-order-2 min-[1180px]:flex-[0_1_228px]";
export const DOCK_TRANSPORT = "shrink-0 min-[1180px]:-order-3";

/** The player bar of phones. */
export const MINI_BAR =
  `${FLOATING} right-[max(8px,env(safe-area-inset-right))] left-[max(8px,env(safe-area-inset-left))] flex gap-2 overflow-hidden ` +
  "rounded-[18px] pr-2.5 dock:hidden";
