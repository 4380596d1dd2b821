// The sizes of a room's parts, which the room and its skeleton share: nothing moves when the room opens.

export const GUEST_BAR =
  "forced-edge mx-4 flex items-center gap-3 rounded-[12px] bg-info-soft px-4 py-2 text-info-ink md:mx-8 short:py-1";

export const COVER = "sticky top-0 hidden w-66 shrink-0 self-start md:block lg:w-90 short:hidden";
/** On low screens the picture leaves space for the title and the details. */
export const PICTURE = "max-w-[max(160px,calc(100dvh-var(--header)-var(--player-space)-220px))] rounded-md";

export const TOOLBAR =
  "flex min-h-12 flex-wrap items-center gap-x-1 whitespace-nowrap max-[359px]:gap-x-0 md:flex-nowrap md:gap-x-2.5 short:min-h-10";
/**
 * The host and the people present. It takes the space that the buttons leave: on the narrowest phones little more than a number, so
 * that a request for access, which may come at any time, wraps nothing.
 */
export const TOOLBAR_PEOPLE = "flex min-w-0 flex-1 items-center gap-2.5 overflow-hidden";
