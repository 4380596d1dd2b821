import { type Entry, findNeighbor, type Playlist } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { PlayOrder, Sequence } from "./play-order.ts";
import { playbackLimits } from "./playback-limits.ts";

/** The current entry, the position from which it plays, and the entry that follows it. */
type Transition = { readonly current: Entry; readonly positionMs: number; readonly next: Entry };

/** How long before the end of the current entry the next one begins, ms. An entry that is entered near its end plays alone at first. */
export function overlapMs({ current, positionMs, next }: Transition, { playlist, order }: Sequence): number {
  const follows = () => findNeighbor(playlist, current.id, 1)?.id === next.id && isSameAlbum(current.track, next.track);
  if (!isCrossfaded(current, next, order) || follows()) return 0;
  const leftMs = current.track.durationMs - positionMs;
  const mostMs = Math.max(leftMs - playbackLimits.aloneMs, leftMs / 2, 0);
  return Math.min(mostMs, longestOverlapMs(current, next, order));
}

/** The starts of all entries in a round in the playlist's order, and the length of the round at the end, ms. */
type RoundStarts = readonly number[];

/** The latest starts of each playlist, because computing them takes long. */
const rounds = new WeakMap<
  Playlist,
  { readonly crossfadeMs: number; readonly repeat: PlayOrder["repeat"]; readonly starts: RoundStarts }
>();

export function startsInRound({ playlist, order }: Sequence): RoundStarts {
  const { crossfadeMs, repeat } = order;
  const known = rounds.get(playlist);
  if (known && known.crossfadeMs === crossfadeMs && known.repeat === repeat) return known.starts;
  let startMs = 0;
  const starts = playlist.map(({ track }, i) => {
    const ownMs = startMs;
    startMs += Math.max(track.durationMs - overlapInRoundMs(playlist, i, order), playbackLimits.entryMsMin);
    return ownMs;
  });
  starts.push(startMs);
  rounds.set(playlist, { crossfadeMs, repeat, starts });
  return starts;
}

/** The length of a round through the playlist, ms. A shuffled one differs a little, because other tracks meet. */
export function roundLengthMs(sequence: Sequence): number {
  return startsInRound(sequence).at(-1) ?? 0;
}

function overlapInRoundMs(playlist: Playlist, i: number, order: PlayOrder): number {
  const current = playlist[i];
  const following = playlist[i + 1];
  const next = following ?? playlist[0];
  if (!current || !next || !isCrossfaded(current, next, order)) return 0;
  return following && isSameAlbum(current.track, next.track) ? 0 : longestOverlapMs(current, next, order);
}

function isCrossfaded(current: Entry, next: Entry, { crossfadeMs, repeat }: PlayOrder): boolean {
  return crossfadeMs > 0 && repeat !== "one" && current.id !== next.id;
}

/** At most half of the shorter track, so that each has ended its fade-in before its fade-out begins. */
function longestOverlapMs({ track }: Entry, next: Entry, { crossfadeMs }: PlayOrder): number {
  return Math.min(crossfadeMs, track.durationMs / 2, next.track.durationMs / 2);
}

/** Whether two tracks belong to the same album. An artist may be named with guests. */
function isSameAlbum(a: Track, b: Track): boolean {
  const [first, second] = [a.artist.toLowerCase(), b.artist.toLowerCase()];
  const isSameArtist = first.startsWith(second) || second.startsWith(first);
  return isSameArtist && a.album !== "" && a.album.toLowerCase() === b.album.toLowerCase();
}
