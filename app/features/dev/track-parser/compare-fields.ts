import type { Track } from "#app/domain/tracks/track.ts";
import type { ParsedFile } from "./parsed-file.ts";

export type FieldName =
  | "format"
  | "codec"
  | "sampleRate"
  | "channels"
  | "size"
  | "tagBytes"
  | "duration"
  | "tagDuration"
  | "bitrate"
  | "primingFrames"
  | "trimEndFrames"
  | "seekPoints"
  | "title"
  | "artist"
  | "album"
  | "genre"
  | "year"
  | "cover"
  | "hue";

export type FieldRow = {
  readonly field: FieldName;
  /** Empty for a value that the file does not have. */
  readonly inFile: string;
  /** Null for a value that is not stored with tracks, and for a file without a stored track. */
  readonly stored: string | null;
  readonly isDifferent: boolean;
};

/** How the values are written in the language of the page. */
export type FieldFormat = {
  readonly number: (value: number) => string;
  readonly bytes: (bytes: number) => string;
  readonly duration: (ms: number) => string;
  readonly hertz: (rate: number) => string;
  readonly bitrate: (bitsPerSecond: number) => string;
  readonly yesNo: (value: boolean) => string;
};

type FieldValues = Partial<Record<FieldName, string>>;

/** One row for each field of a file, beside the track that is stored for the same bytes. */
export function compareFields(
  parsed: Pick<ParsedFile, "facts" | "inspection">,
  stored: Track | null,
  format: FieldFormat,
): readonly FieldRow[] {
  const storedValues = stored ? toStoredValues(stored, format) : {};
  // the values of the file are in the order of the table
  return Object.entries(toFileValues(parsed, format)).map(([name, inFile]) => {
    const field = name as FieldName;
    const storedValue = storedValues[field] ?? null;
    return { field, inFile, stored: storedValue, isDifferent: storedValue !== null && storedValue !== inFile };
  });
}

function toFileValues(
  { facts, inspection }: Pick<ParsedFile, "facts" | "inspection">,
  format: FieldFormat,
): Record<FieldName, string> {
  const { durationMs, sizeBytes, tagBytes } = inspection;
  const audioBits = (sizeBytes - tagBytes) * 8;
  return {
    format: inspection.format,
    codec: inspection.codec ?? "",
    sampleRate: orEmpty(inspection.sampleRate, format.hertz),
    channels: orEmpty(inspection.channels, format.number),
    size: format.bytes(sizeBytes),
    tagBytes: format.bytes(tagBytes),
    duration: orEmpty(durationMs, format.duration),
    tagDuration: orEmpty(facts.durationMs, format.duration),
    bitrate: durationMs ? format.bitrate(audioBits / (durationMs / 1000)) : "",
    primingFrames: orEmpty(inspection.primingFrames, format.number),
    trimEndFrames: orEmpty(inspection.trimEndFrames, format.number),
    seekPoints: orEmpty(inspection.seekPoints, format.number),
    ...toTagValues(facts.tags),
    cover: format.yesNo(facts.cover !== null),
    hue: orEmpty(facts.cover?.hue ?? null, format.number),
  };
}

function toStoredValues(track: Track, format: FieldFormat): FieldValues {
  return {
    format: track.format,
    size: format.bytes(track.sizeBytes),
    duration: format.duration(track.durationMs),
    ...toTagValues(track),
    cover: format.yesNo(track.cover !== null),
    hue: orEmpty(track.hue, format.number),
  };
}

function toTagValues({ title, artist, album, genre, year }: ParsedFile["facts"]["tags"]) {
  return { title, artist, album, genre, year: orEmpty(year, String) };
}

function orEmpty(value: number | null, write: (value: number) => string): string {
  return value === null ? "" : write(value);
}
