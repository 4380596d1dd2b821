import { Minus, Plus } from "lucide-react";
import { memo, useRef } from "react";
import { formatLyricsTime } from "#app/domain/lyrics/format-lyrics.ts";
import type { LyricsLine } from "#app/domain/lyrics/lyrics.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { useScrollToLine } from "./use-following.ts";
import type { DraftControls } from "./use-lyrics-draft.ts";

type TimedLinesProps = {
  readonly controls: DraftControls;
  /** Null if the person may not control playback. */
  readonly onSeek: ((toMs: number) => void) | null;
};

/** The lines with their times. A press on a line makes it the next one to be tapped. */
export function TimedLines({ controls, onSeek }: TimedLinesProps) {
  const { t } = useTranslation("lyrics");
  const { lines, cursor } = controls.draft;
  const list = useRef<HTMLOListElement>(null);
  const latest = useLatestRef({ controls, onSeek });
  const actions = useRef<LineActions>({
    nudge: (index, byMs) => latest.current.controls.nudge(index, byMs),
    choose: (index) => latest.current.controls.moveCursor(index),
    seek: (toMs) => latest.current.onSeek?.(toMs),
  });
  useScrollToLine(list, cursor, true);
  return (
    <ol ref={list} aria-label={t("editor.lines")} className="grid">
      {lines.map((line, i) => (
        <TimedLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their order does not change in this list
          key={i}
          line={line}
          index={i}
          isNext={i === cursor}
          canSeek={onSeek !== null}
          actions={actions.current}
        />
      ))}
    </ol>
  );
}

type LineActions = {
  readonly nudge: (index: number, byMs: number) => void;
  readonly choose: (index: number) => void;
  readonly seek: (toMs: number) => void;
};

type TimedLineProps = {
  readonly line: LyricsLine;
  readonly index: number;
  readonly isNext: boolean;
  readonly canSeek: boolean;
  readonly actions: LineActions;
};

const TimedLine = memo(function TimedLine({ line: { atMs, text }, index, isNext, canSeek, actions }: TimedLineProps) {
  const { t } = useTranslation("lyrics");
  return (
    <li aria-current={isNext || undefined} className={joinClasses("flex items-center rounded-md", isNext && "bg-sunken")}>
      <LineTime atMs={atMs} onSeek={canSeek ? actions.seek : null} />
      <button
        type="button"
        onClick={() => actions.choose(index)}
        className={joinClasses("min-h-11 min-w-0 flex-1 rounded-md px-2 py-1 text-left wrap-anywhere", isNext && "font-strong")}
      >
        {text.trim() || <span className="text-ink-3">{t("editor.blank")}</span>}
      </button>
      {atMs !== null && <NudgeButtons onNudge={(byMs) => actions.nudge(index, byMs)} />}
    </li>
  );
});

const TIME = "min-h-11 w-20 shrink-0 rounded-md px-2 text-left text-small text-ink-3 tabular-nums";

/** The time of a line, which plays from there if the person may control playback. */
function LineTime({ atMs, onSeek }: Pick<LyricsLine, "atMs"> & Pick<TimedLinesProps, "onSeek">) {
  const { t } = useTranslation("lyrics");
  if (atMs === null) return <span className={joinClasses(TIME, "flex items-center")}>–</span>;
  const time = formatLyricsTime(atMs);
  if (!onSeek) return <span className={joinClasses(TIME, "flex items-center")}>{time}</span>;
  return (
    <button
      type="button"
      aria-label={t("editor.playFrom", { time })}
      onClick={() => onSeek(atMs)}
      className={joinClasses(TIME, "hover:text-ink hover:underline")}
    >
      {time}
    </button>
  );
}

function NudgeButtons({ onNudge }: { readonly onNudge: (byMs: number) => void }) {
  const { t } = useTranslation("lyrics");
  const { nudgeMs: ms } = lyricsLimits;
  return (
    <span className="flex shrink-0 pointer-coarse:gap-3 pointer-coarse:pr-1.5">
      <IconButton size="sm" label={t("editor.earlier", { ms })} icon={<Minus />} onPress={() => onNudge(-ms)} />
      <IconButton size="sm" label={t("editor.later", { ms })} icon={<Plus />} onPress={() => onNudge(ms)} />
    </span>
  );
}
