import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, findEntry, type Playlist } from "#app/domain/playlist/playlist.ts";
import { isSameSound, type Track } from "#app/domain/tracks/track.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { type DecodingMeans, openTrack, type TrackSource } from "./track-source.ts";

/** The tracks that are open now: what plays, what follows, and what is about to. */
export type TrackCache = {
  open(entry: Entry): Promise<TrackSource>;
  /** How the entries are now: what is open goes on under the name that it has by now. */
  tell(playlist: Playlist): void;
  means(id: EntryId): DecodingMeans | null;
  /** Closes whatever is not among these. */
  keepOnly(ids: ReadonlySet<EntryId>): void;
  close(): void;
};

/** What a room calls it may change while it plays. */
type Named = { track: Track };
type OpenTrack = {
  readonly source: Promise<TrackSource>;
  readonly abort: AbortController;
  readonly named: Named;
  means: DecodingMeans | null;
};

export function createTrackCache(
  context: BaseAudioContext,
  { media, onExpired }: { readonly media: () => MediaGrant; readonly onExpired: () => void },
): TrackCache {
  const tracks = new Map<EntryId, OpenTrack>();

  function start({ id, track }: Entry): OpenTrack {
    const abort = new AbortController();
    const { format, sizeBytes, durationMs } = track;
    const named: Named = { track };
    const address = (kind: "audio" | "map") => () => `/media/${kind}/${named.track.id}?${media().query}`;
    const source = openTrack(
      { format, sizeBytes, durationMs, audioUrl: address("audio"), mapUrl: address("map"), onExpired },
      context,
      abort.signal,
    );
    const opened: OpenTrack = { source, abort, named, means: null };
    source.then(
      ({ means }) => {
        opened.means = means;
      },
      // the voice that wants it says so; the next try starts anew
      () => {
        if (tracks.get(id) === opened) tracks.delete(id);
      },
    );
    tracks.set(id, opened);
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
    open(entry) {
      const opened = tracks.get(entry.id);
      if (opened && isSameSound(opened.named.track, entry.track)) return opened.source;
      opened?.abort.abort();
      return start(entry).source;
    },
    tell(playlist) {
      for (const [id, { named }] of tracks) {
        const track = findEntry(playlist, id)?.track;
        if (track && isSameSound(named.track, track)) named.track = track;
      }
    },
    means: (id) => tracks.get(id)?.means ?? null,
    keepOnly,
    close: () => keepOnly(new Set()),
  };
}
