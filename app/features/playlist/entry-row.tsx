import { GripVertical } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { formatBytes, formatCount, formatDay, formatDuration } from "#app/i18n/format.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { COLUMNS } from "./columns.ts";
import { EntryMenu } from "./entry-menu.tsx";
import { PlayingMark, PositionCell } from "./position-cell.tsx";
import { useRowFacts } from "./row-facts.ts";
import { RowTitle } from "./row-title.tsx";
import { SelectMark } from "./select-mark.tsx";
import { canArrange } from "./use-entry-commands.ts";

/** What a row of the grid shows. */
export function EntryRow({ entry }: { readonly entry: Entry }) {
  const { isMobile } = useRowFacts();
  return (
    <>
      <span
        aria-hidden
        className="absolute inset-0 -z-1 group-hover:bg-[color-mix(in_oklch,var(--ink)_5%,transparent)] group-data-selected:bg-[color-mix(in_oklch,var(--ink)_8%,transparent)] md:left-5 md:rounded-md"
      />
      {isMobile ? <MobileRow entry={entry} /> : <WideRow entry={entry} />}
    </>
  );
}

function WideRow({ entry }: { readonly entry: Entry }) {
  const { language, people } = useRowFacts();
  const { track } = entry;
  const adder = people[entry.addedBy];
  return (
    <div className={`${COLUMNS} h-full`}>
      <Handle entry={entry} />
      <span className="flex justify-end text-small text-ink-3 tabular-nums">
        <PositionCell entry={entry} />
      </span>
      <Cover src={useCover(entry)} size={40} />
      <RowTitle entry={entry} isNew={useIsNew(entry)} />
      <span className="truncate text-small text-ink-2 max-lg:hidden">
        <SortedFact entry={entry} otherwise={track.album} />
      </span>
      <span className="flex min-w-0 items-center gap-2 text-small text-ink-2">
        {adder && (
          <>
            <Avatar name={adder.name} avatar={adder.avatar} size={20} />
            <span className="truncate max-lg:sr-only">{adder.name}</span>
          </>
        )}
      </span>
      <span className="truncate text-small text-ink-3 tabular-nums max-xl:hidden">{formatDay(entry.addedAtMs, language)}</span>
      <span className="truncate text-right text-small text-ink-3 tabular-nums max-xl:hidden">
        {formatBytes(track.sizeBytes, language)}
      </span>
      <span className="text-right text-small text-ink-2 tabular-nums">{formatDuration(track.durationMs)}</span>
      <span className="opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-selected:opacity-100 pointer-coarse:opacity-100">
        <EntryMenu entry={entry} />
      </span>
    </div>
  );
}

function MobileRow({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation("room");
  const { currentId, isSelecting, language, positions } = useRowFacts();
  const cover = useCover(entry);
  const position = formatCount((positions.get(entry.id) ?? 0) + 1, language);
  return (
    <div className="flex h-full items-center gap-3 px-4 has-[button]:pr-1.5">
      {isSelecting && <SelectMark />}
      <span className="relative">
        <Cover src={cover} size={44} />
        {entry.id === currentId && (
          <span
            className={`absolute inset-0 grid place-items-center rounded-xs ${cover ? "bg-[oklch(.15_0_0/.62)]" : "bg-sunken"}`}
          >
            <PlayingMark isOnCover={cover !== null} />
          </span>
        )}
      </span>
      <span className={isSelecting ? "text-small text-ink-3 tabular-nums" : "sr-only"}>
        <span className="sr-only">{t("playlist.position", { position })}</span>
        <span aria-hidden>{position}</span>
      </span>
      <RowTitle entry={entry} isNew={useIsNew(entry)} />
      <span className="ml-auto shrink-0 text-small text-ink-3 tabular-nums">
        <SortedFact entry={entry} otherwise={formatDuration(entry.track.durationMs)} />
      </span>
      {isSelecting ? <Handle entry={entry} /> : <EntryMenu entry={entry} />}
    </div>
  );
}

/** What the list is sorted by, where there is no column for it; else what stands there. */
function SortedFact({ entry, otherwise }: { readonly entry: Entry; readonly otherwise: string }) {
  const { language, sort } = useRowFacts();
  switch (sort) {
    case "size":
      return <Instead fact={formatBytes(entry.track.sizeBytes, language)} otherwise={otherwise} />;
    case "newest":
    case "oldest":
      return <Instead fact={formatDay(entry.addedAtMs, language)} otherwise={otherwise} />;
    case "uploaded":
      return formatDay(entry.track.uploadedAtMs, language);
    case "manual":
    case "title":
    case "titleReverse":
    case "artist":
    case "duration":
      return otherwise;
  }
}

/** Wide screens have a column for it. */
function Instead({ fact, otherwise }: { readonly fact: string; readonly otherwise: string }) {
  return (
    <>
      <span className="xl:hidden">{fact}</span>
      <span className="max-xl:hidden">{otherwise}</span>
    </>
  );
}

/** What a row is dragged by, with the pointer or the keyboard. The grid hears both. */
function Handle({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation("room");
  const { isWhole, self, playlist } = useRowFacts();
  if (!isWhole || playlist.length < 2 || !canArrange(entry, self)) return <span />;
  return (
    <button
      type="button"
      data-handle
      tabIndex={-1}
      aria-label={t("playlist.drag", { title: entry.track.title })}
      className="grid h-full w-5 cursor-grab touch-none place-items-center rounded-sm text-ink-3 opacity-0 outline-offset-[-2px] group-hover:opacity-100 group-focus-within:opacity-100 group-data-selected:opacity-100 active:cursor-grabbing max-md:w-11 max-md:opacity-100 pointer-coarse:opacity-100"
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}

function useCover({ track }: Entry): string | null {
  const { media } = useRowFacts();
  return track.cover && media ? `/media/cover/${track.cover}?${media.query}` : null;
}

function useIsNew({ track }: Entry): boolean {
  return useRowFacts().nowMs - track.uploadedAtMs < trackLimits.newTrackMs;
}
