import { Check, CircleAlert } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { serviceCoverUrl } from "./cover-url.ts";
import type { TrackMatch } from "./found.ts";
import { Length, Mark } from "./track-summary.tsx";
import { useTakeMatch } from "./use-matches.ts";

type MatchRowProps = { readonly roomId: RoomId; readonly match: TrackMatch };

/** A track that may be the wanted one, and the button that brings it into the room. */
export function MatchRow({ roomId, match }: MatchRowProps) {
  const { t, language } = useTranslation("imports");
  const { track, source, score } = match;
  const sourceName = source === "library" ? t("match.library") : t(`service.${match.track.service}`);
  const scoreText = t("match.score", { score: formatPercent(score / 100, language) });
  return (
    <li className="flex min-h-15 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2">
      <Cover src={coverOf(match)} size={40} />
      <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span title={track.title} className="truncate font-strong">
          {track.title}
        </span>
        <span className="truncate text-small text-ink-3">{track.artist}</span>
        <span className="text-small text-ink-3 tabular-nums">
          {sourceName} · {scoreText}
        </span>
      </span>
      {track.durationMs !== null && <Length ms={track.durationMs} />}
      <TakeButton roomId={roomId} match={match} />
    </li>
  );
}

function coverOf(match: TrackMatch): string | null {
  if (match.source === "service") return serviceCoverUrl(match.track);
  return match.track.cover && `/media/library-cover/${match.track.cover}`;
}

function TakeButton({ roomId, match }: MatchRowProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const { isTaken, isBusy, error, take } = useTakeMatch(roomId, match);
  const isLibrary = match.source === "library";
  const done = <Check size={14} strokeWidth={2.25} aria-hidden />;
  if (isTaken) {
    return (
      <span role="status" className="text-small">
        <Mark icon={done}>{t(isLibrary ? "match.added" : "match.importing")}</Mark>
      </span>
    );
  }
  return (
    <>
      {isLibrary && match.isHere && (
        <span className="text-small">
          <Mark icon={done}>{t("found.isHere")}</Mark>
        </span>
      )}
      <Button
        size="sm"
        isBusy={isBusy}
        aria-label={t(isLibrary ? "match.addTrack" : "match.importTrack", { title: match.track.title })}
        onPress={take}
      >
        {t(isLibrary ? "match.add" : "match.import")}
      </Button>
      {error && (
        <p role="alert" className="flex w-full items-start gap-1.5 text-small text-danger-ink">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          {errorText(error)}
        </p>
      )}
    </>
  );
}
