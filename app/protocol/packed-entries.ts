import { AUDIO_FORMATS } from "#app/domain/audio-files/audio-format.ts";
import type { EntryId, ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import { type Entry, rankAfter } from "#app/domain/playlist/playlist.ts";

/**
 * Playlist entries in columns, about a fifth of the size of their JSON, for the snapshots of long playlists. Numbers are
 * integers in base 36, repeated texts are listed once, and values that follow from others are omitted. Columns of type
 * `string` separate their values with commas, except `ids`. An omitted number is null unless stated otherwise.
 */
export type PackedEntries = {
  /** 16 characters per entry, without separators. */
  readonly ids: string;
  /** Omitted: the rank that follows the previous entry's. */
  readonly ranks: string;
  /** Omitted: equal to the entry's id. */
  readonly trackIds: string;
  readonly titles: readonly string[];
  /** The distinct artists, albums and genres. */
  readonly texts: readonly string[];
  /** Indexes into `texts`, as in `albums` and `genres`. */
  readonly artists: string;
  readonly albums: string;
  readonly genres: string;
  readonly years: string;
  /** µs */
  readonly durations: string;
  /** Bytes. */
  readonly sizes: string;
  /** Indexes into `AUDIO_FORMATS`. */
  readonly formats: string;
  /** Omitted: no cover. `=`: equal to the track's id. */
  readonly covers: string;
  readonly hues: string;
  /** Tenths of a LUFS. */
  readonly loudness: string;
  /** Tenths of a dB. */
  readonly peaks: string;
  readonly people: readonly UserId[];
  /** Indexes into `people`. */
  readonly addedBy: string;
  /** ms since the previous entry's value. */
  readonly addedAt: string;
  /** ms since the previous entry's value; omitted: equal to `addedAt`. */
  readonly uploadedAt: string;
  /** When the lyrics were changed, ms since the upload. */
  readonly lyricsAt: string;
};

const ID_CHARS = 16;

export function packEntries(entries: readonly Entry[]): PackedEntries {
  const texts = createDictionary<string>();
  const people = createDictionary<UserId>();
  const column = (toText: (entry: Entry, previous: Entry | undefined) => string) =>
    entries.map((entry, i) => toText(entry, entries[i - 1])).join(",");
  const number = (toNumber: (entry: Entry) => number | null) => column((entry) => toBase36(toNumber(entry)));
  return {
    ids: entries.map(({ id }) => id).join(""),
    ranks: column(({ rank }, previous) => (rank === rankAfter(previous?.rank ?? null) ? "" : rank)),
    trackIds: column(({ id, track }) => ((track.id as string) === id ? "" : track.id)),
    titles: entries.map(({ track }) => track.title),
    artists: number(({ track }) => texts.indexOf(track.artist)),
    albums: number(({ track }) => texts.indexOf(track.album)),
    genres: number(({ track }) => texts.indexOf(track.genre)),
    years: number(({ track }) => track.year),
    durations: number(({ track }) => track.durationMs * 1000),
    sizes: number(({ track }) => track.sizeBytes),
    formats: number(({ track }) => AUDIO_FORMATS.indexOf(track.format)),
    covers: column(({ track }) => ((track.cover as string | null) === track.id ? "=" : (track.cover ?? ""))),
    hues: number(({ track }) => track.hue),
    loudness: number(({ track }) => toTenths(track.loudnessLufs)),
    peaks: number(({ track }) => toTenths(track.truePeakDb)),
    addedBy: number(({ addedBy }) => people.indexOf(addedBy)),
    addedAt: column(({ addedAtMs }, previous) => toBase36(addedAtMs - (previous?.addedAtMs ?? 0))),
    uploadedAt: column(({ addedAtMs, track }, previous) =>
      track.uploadedAtMs === addedAtMs ? "" : toBase36(track.uploadedAtMs - (previous?.track.uploadedAtMs ?? 0)),
    ),
    lyricsAt: number(({ track }) => (track.lyricsAtMs === null ? null : track.lyricsAtMs - track.uploadedAtMs)),
    texts: texts.values,
    people: people.values,
  };
}

/** Trusts the input, which only our own server creates. */
export function unpackEntries(packed: PackedEntries): readonly Entry[] {
  const columns = splitColumns(packed);
  const previous: Previous = { rank: null, addedAtMs: 0, uploadedAtMs: 0 };
  return packed.titles.map((_, i) => unpackEntry(packed, columns, { i, previous }));
}

/** The values of the previous entry, from which the next ones follow. Updated by `unpackEntry`. */
type Previous = { rank: string | null; addedAtMs: number; uploadedAtMs: number };

function unpackEntry(
  packed: PackedEntries,
  columns: Columns,
  { i, previous }: { readonly i: number; readonly previous: Previous },
): Entry {
  const id = packed.ids.slice(i * ID_CHARS, (i + 1) * ID_CHARS) as EntryId;
  const sinceUploadMs = columns.uploadedAt[i] ?? null;
  previous.rank = columns.ranks[i] || rankAfter(previous.rank);
  previous.addedAtMs += columns.addedAt[i] ?? 0;
  previous.uploadedAtMs = sinceUploadMs === null ? previous.addedAtMs : previous.uploadedAtMs + sinceUploadMs;
  const { rank, addedAtMs, uploadedAtMs } = previous;
  const addedBy = packed.people[columns.addedBy[i] ?? 0] ?? ("" as UserId);
  const sinceLyricsMs = columns.lyricsAt[i] ?? null;
  const lyricsAtMs = sinceLyricsMs === null ? null : uploadedAtMs + sinceLyricsMs;
  return { id, rank, addedBy, addedAtMs, track: { ...unpackTrack(packed, columns, { i, id }), uploadedAtMs, lyricsAtMs } };
}

function unpackTrack(
  packed: PackedEntries,
  columns: Columns,
  { i, id }: { readonly i: number; readonly id: EntryId },
): Omit<Entry["track"], "uploadedAtMs" | "lyricsAtMs"> {
  const trackId = (columns.trackIds[i] || id) as string as TrackId;
  const cover = columns.covers[i] ?? "";
  return {
    id: trackId,
    title: packed.titles[i] ?? "",
    artist: packed.texts[columns.artists[i] ?? 0] ?? "",
    album: packed.texts[columns.albums[i] ?? 0] ?? "",
    genre: packed.texts[columns.genres[i] ?? 0] ?? "",
    year: columns.years[i] ?? null,
    durationMs: (columns.durations[i] ?? 0) / 1000,
    sizeBytes: columns.sizes[i] ?? 0,
    format: AUDIO_FORMATS[columns.formats[i] ?? 0] ?? "mp3",
    cover: cover === "" ? null : ((cover === "=" ? trackId : cover) as ObjectId),
    hue: columns.hues[i] ?? null,
    loudnessLufs: fromTenths(columns.loudness[i] ?? null),
    truePeakDb: fromTenths(columns.peaks[i] ?? null),
  };
}

const TEXT_COLUMNS = ["ranks", "trackIds", "covers"] as const;
const NUMBER_COLUMNS = [
  ...(["artists", "albums", "genres", "years", "durations", "sizes"] as const),
  ...(["formats", "hues", "loudness", "peaks", "addedBy", "addedAt", "uploadedAt", "lyricsAt"] as const),
];
type Columns = Record<(typeof TEXT_COLUMNS)[number], readonly string[]> &
  Record<(typeof NUMBER_COLUMNS)[number], readonly (number | null)[]>;

function splitColumns(packed: PackedEntries): Columns {
  const texts = TEXT_COLUMNS.map((name) => [name, packed[name].split(",")]);
  const numbers = NUMBER_COLUMNS.map((name) => [name, packed[name].split(",").map(fromBase36)]);
  // the entries have exactly the keys of both column lists
  return Object.fromEntries([...texts, ...numbers]) as Columns;
}

function toBase36(value: number | null): string {
  return value === null ? "" : Math.round(value).toString(36);
}

function fromBase36(text: string): number | null {
  return text === "" ? null : Number.parseInt(text, 36);
}

function toTenths(value: number | null): number | null {
  return value === null ? null : value * 10;
}

function fromTenths(value: number | null): number | null {
  return value === null ? null : value / 10;
}

/** Collects distinct values. `indexOf` adds a new value. */
function createDictionary<T>(): { readonly values: readonly T[]; readonly indexOf: (value: T) => number } {
  const values: T[] = [];
  const indexes = new Map<T, number>();
  return {
    values,
    indexOf(value) {
      const existing = indexes.get(value);
      if (existing !== undefined) return existing;
      indexes.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}
