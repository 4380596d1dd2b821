import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { Cover } from "#app/ui/cover.tsx";
import { formatCountOf } from "./picture-content.ts";
import type { SessionView } from "./use-session.ts";

type SessionTracksProps = { readonly session: SessionView; readonly media: MediaGrant | null };

/** The tracks with the most reactions and plays of a session. */
export function SessionTracks({ session, media }: SessionTracksProps) {
  const { t } = useTranslation("session");
  return (
    <section aria-labelledby="session-tracks" className="grid gap-1">
      <h3 id="session-tracks" className="text-small font-strong text-ink-2">
        {t("tracksTitle")}
      </h3>
      <ol className="grid">
        {session.tracks.map((track) => (
          <TrackRow key={track.trackId} track={track} media={media} />
        ))}
      </ol>
    </section>
  );
}

type TrackRowProps = Pick<SessionTracksProps, "media"> & { readonly track: SessionView["tracks"][number] };

function TrackRow({ track, media }: TrackRowProps) {
  const { t } = useTranslation("session");
  const { title, artist, addedBy, cover } = track;
  const details = [artist, addedBy && t("addedBy", { name: addedBy.name })].filter(Boolean).join(" · ");
  return (
    <li className="flex min-h-15 items-center gap-3">
      <Cover src={coverUrl(cover, media)} size={44} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-label" title={title}>
          {title}
        </span>
        {details && (
          <span className="block truncate text-small text-ink-3" title={details}>
            {details}
          </span>
        )}
      </span>
      <span className="shrink-0 text-small text-ink-3 tabular-nums">{formatCountOf(t, track)}</span>
    </li>
  );
}
