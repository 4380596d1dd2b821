import { SearchX } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { MatchRow } from "./match-row.tsx";
import { useMatches } from "./use-matches.ts";

type MatchPanelProps = { readonly roomId: RoomId; readonly track: ServiceTrack; readonly onUpload: () => void };

/** The tracks of the library and of other services that may be the wanted one. */
export function MatchPanel({ roomId, track, onUpload }: MatchPanelProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const { result, retry } = useMatches(roomId, track);
  return (
    <div className="mx-2 mb-3 grid gap-2 border-l border-line pl-3">
      {!result && (
        <p role="status" className="flex items-center gap-2 py-2 text-small text-ink-3">
          <Spinner />
          {t("match.searching")}
        </p>
      )}
      {result?.ok === false && <RetryNote text={errorText(result.error)} label={t("retry")} onRetry={retry} />}
      {result?.ok && result.value.matches.length === 0 && <NoMatch onUpload={onUpload} />}
      {result?.ok && result.value.matches.length > 0 && (
        <ul aria-label={t("match.matches", { title: track.title })} className="grid">
          {result.value.matches.map((match) => (
            <MatchRow key={`${match.source} ${match.track.id}`} roomId={roomId} match={match} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NoMatch({ onUpload }: { readonly onUpload: () => void }) {
  const { t } = useTranslation("imports");
  return (
    <Note role="status" icon={<SearchX />}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        {t("match.none")}
        <Button size="sm" variant="raised" onPress={onUpload}>
          {t("match.upload")}
        </Button>
      </span>
    </Note>
  );
}
