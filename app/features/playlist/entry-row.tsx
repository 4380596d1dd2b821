import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { limits } from "#app/domain/limits.ts";
import type { Entry } from "#app/domain/playlist.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { Equaliser } from "#app/ui/equaliser.tsx";
import { COLUMNS } from "./columns.ts";
import { EntryMenu } from "./entry-menu.tsx";
import { useRowFacts } from "./row-facts.ts";

/** What a row of the grid shows. */
export function EntryRow({ entry }: { readonly entry: Entry }) {
  const { t, i18n } = useTranslation("room");
  const { currentId, positions, people, media, nowMs, isLit } = useRowFacts();
  const { track } = entry;
  const isCurrent = entry.id === currentId;
  const position = (positions.get(entry.id) ?? 0) + 1;
  const adder = people[entry.addedBy];
  const cover = track.cover && media ? `/media/cover/${track.cover}?${media.query}` : null;
  const isNew = nowMs - entry.addedAtMs < limits.newTrackMs;
  return (
    <>
      <span
        aria-hidden
        className="absolute inset-0 -z-1 group-hover:bg-[color-mix(in_oklch,var(--ink)_5%,transparent)] group-data-selected:bg-[color-mix(in_oklch,var(--ink)_8%,transparent)] md:left-5 md:rounded-md"
      />
      <div className={`${COLUMNS} h-full max-md:hidden`}>
        <span />
        <span className="flex justify-end text-small text-ink-3 tabular-nums">
          <PositionCell entry={entry} position={position} isCurrent={isCurrent} />
        </span>
        <Cover src={cover} size={40} />
        <Title entry={entry} isCurrent={isCurrent} isLit={isLit} isNew={isNew} />
        <span className="truncate text-small text-ink-2 max-lg:hidden">{track.album}</span>
        <span className="flex min-w-0 items-center gap-2 text-small text-ink-2">
          {adder && (
            <>
              <Avatar name={adder.name} avatar={adder.avatar} size={20} />
              <span className="truncate max-lg:sr-only">{adder.name}</span>
            </>
          )}
        </span>
        <span className="text-right text-small text-ink-2 tabular-nums">{formatDuration(track.durationMs)}</span>
        <span className="opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-selected:opacity-100 pointer-coarse:opacity-100">
          <EntryMenu entry={entry} />
        </span>
      </div>
      <div className="flex h-full items-center gap-3 px-4 has-[button]:pr-1.5 md:hidden">
        <span className="relative">
          <Cover src={cover} size={44} />
          {isCurrent && (
            <span
              className={`absolute inset-0 grid place-items-center rounded-xs ${cover ? "bg-[oklch(.15_0_0/.62)]" : "bg-sunken"}`}
            >
              <PlayingMark isOnCover={cover !== null} />
            </span>
          )}
        </span>
        <span className="sr-only">
          {t("playlist.position", { position: new Intl.NumberFormat(i18n.language).format(position) })}
        </span>
        <Title entry={entry} isCurrent={isCurrent} isLit={isLit} isNew={isNew} />
        <span className="ml-auto text-small text-ink-3 tabular-nums">{formatDuration(track.durationMs)}</span>
        <EntryMenu entry={entry} />
      </div>
    </>
  );
}

type TitleProps = { readonly entry: Entry; readonly isCurrent: boolean; readonly isLit: boolean; readonly isNew: boolean };

function Title({ entry, isCurrent, isLit, isNew }: TitleProps) {
  const { t } = useTranslation("room");
  const place = useRowFacts().queue.get(entry.id);
  return (
    <span className="min-w-0">
      <span className={`flex items-center gap-2 font-label max-md:text-[15px] ${isCurrent && isLit ? "text-accent-ink" : ""}`}>
        <span className="truncate" title={entry.track.title}>
          {entry.track.title}
        </span>
        {place !== undefined && <Badge tone="live">{t("playlist.queued", { place })}</Badge>}
        {isNew && <Badge tone="outline">{t("playlist.new")}</Badge>}
        {isCurrent && <span className="sr-only">{t("playlist.nowPlaying")}</span>}
      </span>
      <span className="block truncate text-small leading-[18px] text-ink-3">{entry.track.artist}</span>
    </span>
  );
}

/** The position; while it is pointed at a way to play it; the equaliser where it plays. */
function PositionCell({
  entry,
  position,
  isCurrent,
}: {
  readonly entry: Entry;
  readonly position: number;
  readonly isCurrent: boolean;
}) {
  const { t, i18n } = useTranslation("room");
  const { canPlay, commands, isPlaying } = useRowFacts();
  const number = new Intl.NumberFormat(i18n.language).format(position);
  const shown = isCurrent && isPlaying ? <PlayingMark /> : number;
  if (!canPlay) return <>{shown}</>;
  return (
    <>
      <span className="group-hover:hidden group-focus-within:hidden">{shown}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("playlist.play", { title: entry.track.title })}
        onClick={() => commands.select(entry.id)}
        className="hidden rounded-sm text-ink group-hover:block group-focus-within:block"
      >
        <Play size={16} fill="currentColor" aria-hidden />
      </button>
    </>
  );
}

/** Moves while the room plays; has its colour only while this device sounds with it. */
function PlayingMark({ isOnCover = false }: { readonly isOnCover?: boolean }) {
  const { isPlaying, isLit } = useRowFacts();
  if (isOnCover) return <Equaliser isOn={isPlaying} tone={isLit ? "on-cover" : "quiet-on-cover"} />;
  return <Equaliser isOn={isPlaying} tone={isLit ? "lit" : "quiet"} />;
}
