import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, UploadId } from "#app/domain/ids.ts";
import { toSearchKey } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { audio, lyrics, roomTracks, tracks, uploads, waveforms } from "#db/schema/tracks.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import { insertTrackWords } from "./track-words.ts";
import type { TrackRow } from "./tracks.ts";

/** A track to be made from an upload. It gets the upload's cover, and the audio object that has the uploaded bytes. */
export type NewTrack = Omit<
  TrackRow,
  "coverObject" | "audioObject" | "searchKey" | "deletedAtMs" | "originalId" | "lyricsAtMs"
>;

type UploadedFile = {
  readonly uploadId: UploadId;
  readonly audioObject: ObjectId;
  readonly roomId: RoomId;
  /** SHA-256 of the stored bytes, hex. */
  readonly sha256: string;
  /** One byte per point, base64. Null if the browser has not analyzed the file. */
  readonly waveform: string | null;
  /** Null without lyrics. */
  readonly lyrics: string | null;
  /** R2 keys of the upload's audio and seek map. They are orphaned if the same bytes are stored already. */
  readonly keys: readonly string[];
};

/**
 * Makes a track from an upload and puts it into the upload's room, in one transaction. Inserts nothing if the upload has
 * been discarded. Rows that exist already do not change, so the call may be repeated.
 */
export async function insertUploadedTrack(db: Db, track: NewTrack, file: UploadedFile): Promise<void> {
  const { uploadId, audioObject, roomId, sha256, waveform, keys, lyrics: text } = file;
  const { sizeBytes, format, durationMs, createdAtMs } = track;
  const isOpen = sql`${uploads.id} = ${uploadId} and ${uploads.discardedAtMs} is null`;
  const fromTrack = sql`from ${tracks} where ${tracks.id} = ${track.id}`;
  const isReferenced = sql`exists (select 1 from ${audio} where ${audio.id} = ${audioObject})`;
  await db.batch([
    db
      .insert(audio)
      .select(
        sql`select ${audioObject}, ${sha256}, ${sizeBytes}, ${format}, ${durationMs}, ${createdAtMs} from ${uploads} where ${isOpen}`,
      )
      .onConflictDoNothing(),
    db
      .insert(tracks)
      .select(
        sql`select ${toValues(track, text === null ? null : createdAtMs)} from ${uploads} join ${audio} on ${audio.sha256} = ${sha256} where ${isOpen}`,
      )
      .onConflictDoNothing(),
    db
      .insert(roomTracks)
      .select(sql`select ${roomId}, ${tracks.id}, ${createdAtMs}, ${createdAtMs} ${fromTrack}`)
      .onConflictDoNothing(),
    db
      .insert(waveforms)
      .select(sql`select ${tracks.id}, ${waveform} ${fromTrack} and ${waveform} is not null`)
      .onConflictDoNothing(),
    db.insert(lyrics).select(sql`select ${tracks.id}, ${text} ${fromTrack} and ${text} is not null`).onConflictDoNothing(),
    insertTrackWords(db, track.id, getSearchKey(track)),
    markOrphaned(db, sql`select value, ${createdAtMs} from json_each(${JSON.stringify(keys)}) where not ${isReferenced}`),
  ]);
}

function toValues(track: NewTrack, lyricsAtMs: number | null): SQL {
  const names = Object.keys(getTableColumns(tracks)) as (keyof TrackRow)[];
  const values = names.map((name) => {
    if (name === "coverObject") return sql`${uploads.coverObject}`;
    if (name === "audioObject") return sql`${audio.id}`;
    if (name === "deletedAtMs" || name === "originalId") return sql`null`;
    if (name === "lyricsAtMs") return sql`${lyricsAtMs}`;
    return name === "searchKey" ? sql`${getSearchKey(track)}` : sql`${track[name]}`;
  });
  return sql.join(values, sql`, `);
}

function getSearchKey({ title, artist, album }: NewTrack): string {
  return toSearchKey(title, artist, album);
}
