import { toSearchKey } from "#app/domain/text/search-key.ts";
import type { Track } from "#app/domain/tracks/track.ts";

type NamedFile = { readonly name: string };

type Pairs<File> = {
  /** The lyrics of each audio file that has some. */
  readonly lyricsByAudio: ReadonlyMap<File, File>;
  /** Lyrics files without an audio file. */
  readonly unpaired: readonly File[];
};

/** Finds the audio file of each lyrics file: of the same name, or the only one if each is the only one of its kind. */
export function pairLyricsFiles<File extends NamedFile>(audio: readonly File[], lyrics: readonly File[]): Pairs<File> {
  const [onlyAudio] = audio;
  const [onlyLyrics] = lyrics;
  if (onlyAudio && onlyLyrics && audio.length === 1 && lyrics.length === 1) {
    return { lyricsByAudio: new Map([[onlyAudio, onlyLyrics]]), unpaired: [] };
  }
  const lyricsByName = new Map(lyrics.map((file) => [toBaseName(file), file]));
  const lyricsByAudio = new Map<File, File>();
  for (const file of audio) {
    const found = lyricsByName.get(toBaseName(file));
    if (found) lyricsByAudio.set(file, found);
  }
  const paired = new Set(lyricsByAudio.values());
  return { lyricsByAudio, unpaired: lyrics.filter((file) => !paired.has(file)) };
}

function toBaseName({ name }: NamedFile): string {
  return toSearchKey(name.replace(/\.[^.]{1,5}$/, ""));
}

/** The track that the name of a lyrics file names: by artist and title, or by a title that only one track has. */
export function findNamedTrack<T extends Pick<Track, "title" | "artist">>(file: NamedFile, tracks: readonly T[]): T | null {
  const words = toWords(file.name.replace(/\.[^.]{1,5}$/, ""));
  // a track number may precede the name
  const names = [words, words.replace(/^\d{1,3} /, "")];
  const byBoth = tracks.filter(({ title, artist }) => names.includes(toWords(`${artist} ${title}`)));
  if (byBoth[0]) return byBoth[0];
  const byTitle = tracks.filter(({ title }) => names.includes(toWords(title)));
  return byTitle.length === 1 ? (byTitle[0] ?? null) : null;
}

function toWords(text: string): string {
  return (toSearchKey(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
}
