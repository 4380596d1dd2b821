/** The track that a room plays, as lists of rooms show it. */
export type NowPlaying = {
  readonly title: string;
  /** Empty if it is not known. */
  readonly artist: string;
};

export function isSameNowPlaying(a: NowPlaying | null, b: NowPlaying | null): boolean {
  return a?.title === b?.title && a?.artist === b?.artist;
}
