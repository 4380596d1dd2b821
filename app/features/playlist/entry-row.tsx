import { GripVertical } from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { isNewTrack } from "#app/domain/tracks/track.ts";
import { formatBytes, formatDay, formatDuration } from "#app/i18n/format.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { COLUMNS } from "./columns.ts";
import { EntryMenu } from "./entry-menu.tsx";
import { PlayEntryButton } from "./play-entry-button.tsx";
import { PlayingMark, PositionCell } from "./position-cell.tsx";
import { useRowContext } from "./row-context.ts";
import { RowTitle } from "./row-title.tsx";
import { SelectMark } from "./select-mark.tsx";
import { SortedValue } from "./sorted-value.tsx";

type EntryProps = { readonly entry: Entry };

const HIGHLIGHT =
  "group-hover:bg-[color-mix(in_oklch,var(--ink)_5%,transparent)] group-data-selected:bg-[color-mix(in_oklch,var(--ink)_8%,transparent)]";

/** The content of a row of the playlist. */
export function EntryRow({ entry }: EntryProps) {
  const { isMobile, armedRemoval } = useRowContext();
  const isArmed = armedRemoval.target === entry.id;
  return (
    <>
      <span
        aria-hidden
        data-armed={isArmed || undefined}
        className={`forced-row absolute inset-0 -z-1 md:left-5 md:rounded-md ${isArmed ? "bg-danger-soft" : HIGHLIGHT}`}
      />
      {isMobile ? <MobileRow entry={entry} /> : <WideRow entry={entry} />}
    </>
  );
}

function WideRow({ entry }: EntryProps) {
  const { language, media } = useRowContext();
  const { track } = entry;
  return (
    <div className={`${COLUMNS} h-full`}>
      <DragHandle entry={entry} />
      <span className="flex justify-end text-small text-ink-3 tabular-nums">
        <PositionCell entry={entry} />
      </span>
      <Cover src={coverUrl(track.cover, media)} size={40} />
      <RowTitle entry={entry} isNew={useIsNew(entry)} />
      <span className="truncate text-small text-ink-2 max-lg:hidden">
        <SortedValue entry={entry} fallback={track.album} />
      </span>
      <AddedBy entry={entry} />
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

function AddedBy({ entry }: EntryProps) {
  const { people } = useRowContext();
  const person = people[entry.addedBy];
  return (
    <span className="flex min-w-0 items-center gap-2 text-small text-ink-2">
      {person && (
        <>
          <Avatar name={person.name} avatar={person.avatar} size={20} />
          <span title={person.name} className="truncate max-lg:sr-only">
            {person.name}
          </span>
        </>
      )}
    </span>
  );
}

function MobileRow({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { isMultiSelect, language, indexById } = useRowContext();
  const position = formatCount((indexById.get(entry.id) ?? 0) + 1, language);
  return (
    <div className="flex h-full items-center gap-3 px-4 has-[button]:pr-1.5">
      {isMultiSelect && <SelectMark />}
      <MobileCover entry={entry} />
      <span className={isMultiSelect ? "text-small text-ink-3 tabular-nums group-data-selected:text-ink-2" : "sr-only"}>
        <span className="sr-only">{t("playlist.position", { position })}</span>
        <span aria-hidden>{position}</span>
      </span>
      <RowTitle entry={entry} isNew={useIsNew(entry)} />
      <span className="ml-auto shrink-0 text-small text-ink-3 tabular-nums group-data-selected:text-ink-2">
        <SortedValue entry={entry} fallback={formatDuration(entry.track.durationMs)} />
      </span>
      {!isMultiSelect && <PlayEntryButton entry={entry} />}
      {isMultiSelect ? <DragHandle entry={entry} /> : <EntryMenu entry={entry} />}
    </div>
  );
}

/** The cover, with the equalizer on it while the entry is the current one. */
function MobileCover({ entry }: EntryProps) {
  const { currentId, media } = useRowContext();
  const src = coverUrl(entry.track.cover, media);
  return (
    <span className="relative">
      <Cover src={src} size={44} />
      {entry.id === currentId && (
        <span
          className={`absolute inset-0 grid place-items-center rounded-xs ${src ? "bg-[oklch(.15_0_0/.62)]" : "bg-sunken"}`}
        >
          <PlayingMark isOnCover={src !== null} />
        </span>
      )}
    </span>
  );
}

/** On wide screens the target extends beyond the handle, towards the middle of the row. */
const HANDLE =
  "relative grid h-full w-5 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-3 opacity-0 outline-offset-[-2px] " +
  "group-hover:opacity-100 group-focus-within:opacity-100 group-data-selected:opacity-100 active:cursor-grabbing max-md:w-11 max-md:opacity-100 " +
  "pointer-coarse:opacity-100 md:after:absolute md:after:inset-y-0 md:after:-right-1 md:after:left-0 pointer-coarse:md:after:-right-6";

/** The grid handles its pointer and keyboard events. */
function DragHandle({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { isPlaylistOrder, self, opening, playlist } = useRowContext();
  if (!isPlaylistOrder || playlist.length < 2 || !canArrangeEntry(entry, self, opening)) return <span />;
  return (
    <button
      type="button"
      data-handle
      tabIndex={-1}
      aria-label={t("playlist.drag", { title: entry.track.title })}
      className={HANDLE}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}

function useIsNew({ track }: Entry): boolean {
  return isNewTrack(track, useRowContext().nowMs);
}
