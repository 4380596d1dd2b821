import type { Track } from "#app/domain/tracks/track.ts";
import { joinClasses } from "#app/ui/join-classes.ts";

type TrackNameProps = { readonly track: Pick<Track, "title" | "artist">; readonly isCentered?: boolean };

/** The title and the artist of a track on a line. */
export function TrackName({ track: { title, artist }, isCentered = false }: TrackNameProps) {
  return (
    <p className={joinClasses("text-ink-2 wrap-anywhere", isCentered && "text-center")}>
      <b className="font-strong text-ink">{title}</b>
      {artist && ` · ${artist}`}
    </p>
  );
}
