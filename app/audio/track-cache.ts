import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist.ts";
import type { MediaGrant } from "#app/protocol/room-socket.ts";
import { type DecodingMeans, openTrack, type TrackSource } from "./track-source.ts";

/** The tracks that are open now: what plays, what follows, and what is about to. */
export type TrackCache = {
  open(entry: Entry): Promise<TrackSource>;
  means(id: EntryId): DecodingMeans | null;
  /** Closes whatever is not among these. */
  keepOnly(ids: ReadonlySet<EntryId>): void;
  close(): void;
};

type OpenTrack = { readonly track: Promise<TrackSource>; readonly abort: AbortController; means: DecodingMeans | null };

export function openTrackCache(
  context: BaseAudioContext,
  { media, onExpired }: { readonly media: () => MediaGrant; readonly onExpired: () => void },
): TrackCache {
  const tracks = new Map<EntryId, OpenTrack>();

  function start(entry: Entry): OpenTrack {
    const abort = new AbortController();
    const { format, sizeBytes, durationMs } = entry.track;
    const address = (kind: "audio" | "map") => () => `/media/${kind}/${entry.track.id}?${media().query}`;
    const track = openTrack(
      { format, sizeBytes, durationMs, audioUrl: address("audio"), mapUrl: address("map"), onExpired },
      context,
      abort.signal,
    );
    const opened: OpenTrack = { track, abort, means: null };
    track.then(
      ({ means }) => {
        opened.means = means;
      },
      // the voice that wants it says so; the next try starts anew
      () => {
        if (tracks.get(entry.id) === opened) tracks.delete(entry.id);
      },
    );
    tracks.set(entry.id, opened);
    return opened;
  }

  function keepOnly(ids: ReadonlySet<EntryId>): void {
    for (const [id, { abort }] of tracks) {
      if (ids.has(id)) continue;
      abort.abort();
      tracks.delete(id);
    }
  }

  return {
    open: (entry) => (tracks.get(entry.id) ?? start(entry)).track,
    means: (id) => tracks.get(id)?.means ?? null,
    keepOnly,
    close: () => keepOnly(new Set()),
  };
}
