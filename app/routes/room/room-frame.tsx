import type { ReactNode } from "react";

type RoomFrameProps = {
  /** Above the room: the bar for guests. */
  readonly top: ReactNode;
  /** The column at the left of wide screens. */
  readonly cover: ReactNode;
  /** Fixed to the bottom of the screen. */
  readonly player: ReactNode;
  /** The name of the page while it is loading. */
  readonly loadingLabel?: string;
  /** The toolbar and the playlist. */
  readonly children: ReactNode;
};

/** The layout of a room. The room and its skeleton share it, so that nothing moves when the room opens. */
export function RoomFrame({ top, cover, player, loadingLabel, children }: RoomFrameProps) {
  return (
    <div className="flex h-[calc(100dvh-var(--header))] flex-col">
      {top}
      <main
        id="content"
        {...(loadingLabel !== undefined && { "aria-busy": true, "aria-label": loadingLabel })}
        className="flex min-h-0 flex-1 gap-8 px-4 pt-1 md:px-6 md:pt-4 lg:gap-12 lg:px-8 short:pt-0"
      >
        {cover}
        <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      </main>
      <BottomFade />
      {player}
    </div>
  );
}

/** Fades the playlist out behind the player. */
function BottomFade() {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-(--z-fade) h-[calc(var(--player-space)+16px)] bg-linear-to-t from-bg from-38% to-transparent" />
  );
}
