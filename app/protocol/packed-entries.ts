import { AUDIO_FORMATS } from "#app/domain/audio-files/audio-format.ts";
import type { EntryId, ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import { type Entry, rankBehind } from "#app/domain/playlist/playlist.ts";

/**
 * Entries by columns, for the snapshot of a playlist of thousands: about a fifth of what they weigh one by one. Numbers
 * are whole and in base 36, texts that repeat are named once, and what follows from something else is left out.
 */
export type PackedEntries = {
  /** 16 characters each. */
  readonly ids: string;
  /** Empty: the one that follows from the rank before. */
  readonly ranks: string;
  /** Empty: the entry's id. */
  readonly trackIds: string;
  readonly titles: readonly string[];
  /** What artists, albums and genres are places in. */
  readonly texts: readonly string[];
  readonly artists: string;
  readonly albums: string;
  readonly genres: string;
  readonly years: string;
  /** µs */
  readonly durations: string;
  readonly sizes: string;
  /** Places in `AUDIO_FORMATS`. */
  readonly formats: string;
  /** Empty: none; `=`: the track's id. */
  readonly covers: string;
  readonly hues: string;
  /** Tenths of a dB. */
  readonly loudness: string;
  readonly peaks: string;
  readonly people: readonly UserId[];
  /** Places in `people`. */
  readonly addedBy: string;
  /** ms since the entry before. */
  readonly addedAt: string;
  /** ms since the upload of the entry before; empty: when it was added. */
  readonly uploadedAt: string;
};

const ID_CHARS = 16;

export function packEntries(entries: readonly Entry[]): PackedEntries {
  const texts = dictionary<string>();
  const people = dictionary<UserId>();
  const column = (of: (entry: Entry, before: Entry | undefined) => string) =>
    entries.map((entry, i) => of(entry, entries[i - 1])).join(",");
  const number = (of: (entry: Entry) => number | null) => column((entry) => base36(of(entry)));
  return {
    ids: entries.map(({ id }) => id).join(""),
    ranks: column(({ rank }, before) => (rank === rankBehind(before?.rank ?? null) ? "" : rank)),
    trackIds: column(({ id, track }) => ((track.id as string) === id ? "" : track.id)),
    titles: entries.map(({ track }) => track.title),
    artists: number(({ track }) => texts.placeOf(track.artist)),
    albums: number(({ track }) => texts.placeOf(track.album)),
    genres: number(({ track }) => texts.placeOf(track.genre)),
    years: number(({ track }) => track.year),
    durations: number(({ track }) => track.durationMs * 1000),
    sizes: number(({ track }) => track.sizeBytes),
    formats: number(({ track }) => AUDIO_FORMATS.indexOf(track.format)),
    covers: column(({ track }) => ((track.cover as string | null) === track.id ? "=" : (track.cover ?? ""))),
    hues: number(({ track }) => track.hue),
    loudness: number(({ track }) => tenths(track.loudnessLufs)),
    peaks: number(({ track }) => tenths(track.truePeakDb)),
    addedBy: number(({ addedBy }) => people.placeOf(addedBy)),
    addedAt: column(({ addedAtMs }, before) => base36(addedAtMs - (before?.addedAtMs ?? 0))),
    uploadedAt: column(({ addedAtMs, track }, before) =>
      track.uploadedAtMs === addedAtMs ? "" : base36(track.uploadedAtMs - (before?.track.uploadedAtMs ?? 0)),
    ),
    texts: texts.all,
    people: people.all,
  };
}

/** Made by our own server. */
export function unpackEntries(packed: PackedEntries): readonly Entry[] {
  const [ranks, trackIds, covers] = [packed.ranks, packed.trackIds, packed.covers].map((column) => column.split(","));
  const numbers = (column: string) => column.split(",").map((text) => (text === "" ? null : Number.parseInt(text, 36)));
  const { artists, albums, genres, years, durations, sizes, formats, hues, loudness, peaks, addedBy, addedAt, uploadedAt } =
    mapColumns(packed, numbers);
  let rank: string | null = null;
  let addedAtMs = 0;
  let uploadedAtMs = 0;
  return packed.titles.map((title, i): Entry => {
    const id = packed.ids.slice(i * ID_CHARS, (i + 1) * ID_CHARS) as EntryId;
    const trackId = (trackIds?.[i] || id) as TrackId;
    const cover = covers?.[i] ?? "";
    rank = ranks?.[i] || rankBehind(rank);
    addedAtMs += addedAt[i] ?? 0;
    const sinceUpload = uploadedAt[i] ?? null;
    uploadedAtMs = sinceUpload === null ? addedAtMs : uploadedAtMs + sinceUpload;
    return {
      id,
      rank,
      addedBy: packed.people[addedBy[i] ?? 0] ?? ("" as UserId),
      addedAtMs,
      track: {
        id: trackId,
        title,
        artist: packed.texts[artists[i] ?? 0] ?? "",
        album: packed.texts[albums[i] ?? 0] ?? "",
        genre: packed.texts[genres[i] ?? 0] ?? "",
        year: years[i] ?? null,
        durationMs: (durations[i] ?? 0) / 1000,
        sizeBytes: sizes[i] ?? 0,
        format: AUDIO_FORMATS[formats[i] ?? 0] ?? "mp3",
        cover: cover === "" ? null : ((cover === "=" ? trackId : cover) as ObjectId),
        hue: hues[i] ?? null,
        loudnessLufs: fromTenths(loudness[i] ?? null),
        truePeakDb: fromTenths(peaks[i] ?? null),
        uploadedAtMs,
      },
    };
  });
}

const NUMBERS = [
  ...(["artists", "albums", "genres", "years", "durations", "sizes"] as const),
  ...(["formats", "hues", "loudness", "peaks", "addedBy", "addedAt", "uploadedAt"] as const),
];
type NumberColumn = (typeof NUMBERS)[number];
type Numbers = readonly (number | null)[];

function mapColumns(packed: PackedEntries, read: (column: string) => Numbers): Record<NumberColumn, Numbers> {
  return Object.fromEntries(NUMBERS.map((name) => [name, read(packed[name])])) as Record<NumberColumn, Numbers>;
}

function base36(value: number | null): string {
  return value === null ? "" : Math.round(value).toString(36);
}

function tenths(decibels: number | null): number | null {
  return decibels === null ? null : decibels * 10;
}

function fromTenths(value: number | null): number | null {
  return value === null ? null : value / 10;
}

/** Numbers the things it is asked about, in the order of their first coming. */
function dictionary<T>(): { readonly all: readonly T[]; readonly placeOf: (thing: T) => number } {
  const all: T[] = [];
  const places = new Map<T, number>();
  return {
    all,
    placeOf(thing) {
      const known = places.get(thing);
      if (known !== undefined) return known;
      places.set(thing, all.length);
      return all.push(thing) - 1;
    },
  };
}
