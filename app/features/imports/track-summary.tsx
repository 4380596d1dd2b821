import { Check, Library } from "lucide-react";
import type { ReactNode } from "react";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { useSpokenDuration } from "#app/i18n/use-spoken-duration.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Cover } from "#app/ui/cover.tsx";
import { serviceCoverUrl } from "./cover-url.ts";
import type { FoundTrack } from "./found.ts";

type TrackSummaryProps = { readonly item: Pick<FoundTrack, "track"> & Partial<FoundTrack> };

/** The cover, title, artist, album and length of a found track, and whether the user has it already. */
export function TrackSummary({ item }: TrackSummaryProps) {
  const { track } = item;
  const isDimmed = !track.isAvailable && track.service !== "spotify";
  return (
    <>
      <Cover src={serviceCoverUrl(track)} size={40} isDimmed={isDimmed} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span title={track.title} className={`truncate font-strong ${isDimmed ? "text-ink-3" : ""}`}>
          {track.title}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-small text-ink-3">
          <span className="min-w-0 truncate">{artistAndAlbum(track)}</span>
          <Marks item={item} isUnavailable={isDimmed} />
        </span>
      </span>
      {track.durationMs !== null && <Length ms={track.durationMs} />}
    </>
  );
}

export function artistAndAlbum({ artist, album }: Pick<ServiceTrack, "artist" | "album">): string {
  return [artist, album].filter((part) => part !== "").join(" · ");
}

export function Length({ ms }: { readonly ms: number }) {
  const format = useSpokenDuration();
  return (
    <span className="shrink-0 text-small text-ink-3 tabular-nums">
      <span aria-hidden>{formatDuration(ms)}</span>
      <span className="sr-only">{format(ms)}</span>
    </span>
  );
}

function Marks({ item, isUnavailable }: TrackSummaryProps & { readonly isUnavailable: boolean }) {
  const { t } = useTranslation("imports");
  if (item.isHere) return <Mark icon={<Check size={14} strokeWidth={2.25} aria-hidden />}>{t("found.isHere")}</Mark>;
  if (item.libraryTrackId) return <Mark icon={<Library size={14} aria-hidden />}>{t("found.inLibrary")}</Mark>;
  return isUnavailable ? <Mark icon={null}>{t("found.unavailable")}</Mark> : null;
}

export function Mark({ icon, children }: { readonly icon: ReactNode; readonly children: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-ink-2">
      {icon}
      {children}
    </span>
  );
}
