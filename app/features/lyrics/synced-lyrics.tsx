import { memo, useRef } from "react";
import type { LyricsLine } from "#app/domain/lyrics/lyrics.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { type Following, scrollHandlers, useScrollToLine } from "./use-following.ts";
import { usePlace } from "./use-place.ts";
import type { RoomPosition } from "./use-room-position.ts";

type SyncedLyricsProps = {
  readonly lines: readonly LyricsLine[];
  readonly position: RoomPosition;
  readonly following: Following;
  readonly isLarge: boolean;
  /** Null if the person may not control playback. */
  readonly onSeek: ((toMs: number) => void) | null;
};

/** Lyrics that follow the position of the room. */
export function SyncedLyrics({ lines, position, following, isLarge, onSeek }: SyncedLyricsProps) {
  const { t } = useTranslation("lyrics");
  const list = useRef<HTMLOListElement>(null);
  const { index } = usePlace(lines, position);
  useScrollToLine(list, index, following.isOn);
  const currentMs = index === null ? null : (lines[index]?.atMs ?? null);
  return (
    <section
      aria-label={t("title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="rounded-md outline-offset-4"
      {...scrollHandlers(following)}
    >
      <ol ref={list} className={joinClasses("grid gap-1 py-[24dvh]", isLarge && "mx-auto w-full max-w-240")}>
        {lines.map((line, i) => (
          <SyncedLine
            // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their order does not change
            key={i}
            line={line}
            isCurrent={line.atMs !== null && line.atMs === currentMs}
            isLarge={isLarge}
            onSeek={onSeek}
          />
        ))}
      </ol>
    </section>
  );
}

const LINE =
  "block min-h-11 w-full rounded-md px-3 py-2 text-left wrap-anywhere transition-colors motion-reduce:transition-none";

type SyncedLineProps = Pick<SyncedLyricsProps, "onSeek" | "isLarge"> & {
  readonly line: LyricsLine;
  readonly isCurrent: boolean;
};

const SyncedLine = memo(function SyncedLine({ line: { atMs, text }, isCurrent, isLarge, onSeek }: SyncedLineProps) {
  const className = joinClasses(
    LINE,
    isLarge ? "text-sheet font-bold md:text-center" : "text-h2 font-bold",
    isCurrent ? "text-ink forced-colors:underline" : "text-ink-3",
  );
  const words = text || (atMs !== null && <Instrumental />);
  return (
    <li aria-current={isCurrent || undefined}>
      {atMs === null || !onSeek ? (
        <p className={className}>{words}</p>
      ) : (
        <button type="button" onClick={() => onSeek(atMs)} className={joinClasses(className, "hover:bg-sunken")}>
          {words}
        </button>
      )}
    </li>
  );
});

function Instrumental() {
  const { t } = useTranslation("lyrics");
  return (
    <>
      <span aria-hidden>♪</span>
      <span className="sr-only">{t("instrumental")}</span>
    </>
  );
}
