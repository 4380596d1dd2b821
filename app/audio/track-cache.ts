import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, findEntry, type Playlist } from "#app/domain/playlist/playlist.ts";
import { hasSameAudio, type Track } from "#app/domain/tracks/track.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import type { DecodingMode } from "./packet-pcm-source.ts";
import { openTrack, type TrackSource } from "./track-source.ts";

export type TrackCacheDeps = {
  /** The current right to fetch media. */
  readonly media: () => MediaGrant;
  /** Called when a request was refused because the grant has expired. */
  readonly onExpired: () => void;
};

/** The track's id may change while it plays, when the room replaces it by another track with the same audio. */
type CurrentTrack = { track: Track };

type OpenTrack = {
  readonly source: Promise<TrackSource>;
  readonly abort: AbortController;
  readonly current: CurrentTrack;
  /** Null until it is open. */
  openSource: TrackSource | null;
};

/** The tracks that are open: the one that plays, and those about to play. */
export class TrackCache {
  readonly #deps: TrackCacheDeps;
  readonly #tracks = new Map<EntryId, OpenTrack>();

  constructor(deps: TrackCacheDeps) {
    this.#deps = deps;
  }

  open(entry: Entry): Promise<TrackSource> {
    const opened = this.#tracks.get(entry.id);
    if (opened && hasSameAudio(opened.current.track, entry.track)) return opened.source;
    opened?.abort.abort();
    return this.#start(entry).source;
  }

  /** Makes open tracks continue under their current ids. A track whose audio changed stays as it is until it is opened again. */
  update(playlist: Playlist): void {
    for (const [id, { current }] of this.#tracks) {
      const track = findEntry(playlist, id)?.track;
      if (track && hasSameAudio(current.track, track)) current.track = track;
    }
  }

  /** Null while the track is not open. */
  decodingMode(id: EntryId): DecodingMode | null {
    return this.#tracks.get(id)?.openSource?.decodingMode ?? null;
  }

  /** Closes all other tracks. */
  retainOnly(ids: ReadonlySet<EntryId>): void {
    for (const [id, { abort }] of this.#tracks) {
      if (ids.has(id)) continue;
      abort.abort();
      this.#tracks.delete(id);
    }
  }

  close(): void {
    this.retainOnly(new Set());
  }

  #start({ id, track }: Entry): OpenTrack {
    const { media, onExpired } = this.#deps;
    const abort = new AbortController();
    const { format, sizeBytes, durationMs } = track;
    const current: CurrentTrack = { track };
    const getUrl = (kind: "audio" | "map") => () => `/media/${kind}/${current.track.id}?${media().query}`;
    const file = { format, sizeBytes, durationMs, audioUrl: getUrl("audio"), mapUrl: getUrl("map"), onExpired };
    const source = openTrack(file, abort.signal);
    const opened: OpenTrack = { source, abort, current, openSource: null };
    source.then(
      (openSource) => {
        opened.openSource = openSource;
      },
      // the voice that awaits the track reports the failure; the next attempt opens the track again
      () => {
        if (this.#tracks.get(id) === opened) this.#tracks.delete(id);
      },
    );
    this.#tracks.set(id, opened);
    return opened;
  }
}
