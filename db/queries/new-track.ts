import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, UploadId } from "#app/domain/ids.ts";
import { trackSearchKey } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { audio, roomTracks, tracks, uploads, waveforms } from "#db/schema/tracks.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import { insertTrackWords } from "./track-words.ts";
import type { TrackRow } from "./tracks.ts";

/** A track to be made of an upload. Its cover is the upload's, its sound the one that is stored of these bytes. */
export type NewTrack = Omit<TrackRow, "coverObject" | "audioObject" | "searchKey" | "deletedAtMs">;

type Source = {
  readonly uploadId: UploadId;
  readonly audioObject: ObjectId;
  readonly roomId: RoomId;
  /** Of the stored bytes, hex. */
  readonly sha256: string;
  /** A byte a point, base64; null: nobody has drawn it. */
  readonly waveform: string | null;
  /** Names in R2 of what was stored of the upload; loose where the same bytes are there already. */
  readonly keys: readonly string[];
};

/**
 * Makes a track of an upload, for the room it is meant for: all of it or nothing, and nothing where the upload has been
 * discarded meanwhile. What is there already stays as it is.
 */
export async function insertTrackOfUpload(db: Db, track: NewTrack, source: Source): Promise<void> {
  const { uploadId, audioObject, roomId, sha256, waveform, keys } = source;
  const { sizeBytes, format, durationMs, createdAtMs } = track;
  const isOpen = sql`${uploads.id} = ${uploadId} and ${uploads.discardedAtMs} is null`;
  const exists = sql`from ${tracks} where ${tracks.id} = ${track.id}`;
  const isKept = sql`exists (select 1 from ${audio} where ${audio.id} = ${audioObject})`;
  await db.batch([
    db
      .insert(audio)
      .select(
        sql`select ${audioObject}, ${sha256}, ${sizeBytes}, ${format}, ${durationMs}, ${createdAtMs} from ${uploads} where ${isOpen}`,
      )
      .onConflictDoNothing(),
    db
      .insert(tracks)
      .select(sql`select ${valuesOf(track)} from ${uploads} join ${audio} on ${audio.sha256} = ${sha256} where ${isOpen}`)
      .onConflictDoNothing(),
    db
      .insert(roomTracks)
      .select(sql`select ${roomId}, ${tracks.id}, ${createdAtMs}, ${createdAtMs} ${exists}`)
      .onConflictDoNothing(),
    db
      .insert(waveforms)
      .select(sql`select ${tracks.id}, ${waveform} ${exists} and ${waveform} is not null`)
      .onConflictDoNothing(),
    insertTrackWords(db, track.id, searchKeyOf(track)),
    markOrphaned(db, sql`select value, ${createdAtMs} from json_each(${JSON.stringify(keys)}) where not ${isKept}`),
  ]);
}

function valuesOf(track: NewTrack): SQL {
  const names = Object.keys(getTableColumns(tracks)) as (keyof TrackRow)[];
  const values = names.map((name) => {
    if (name === "coverObject") return sql`${uploads.coverObject}`;
    if (name === "audioObject") return sql`${audio.id}`;
    if (name === "deletedAtMs") return sql`null`;
    return name === "searchKey" ? sql`${searchKeyOf(track)}` : sql`${track[name]}`;
  });
  return sql.join(values, sql`, `);
}

function searchKeyOf({ title, artist, album }: NewTrack): string {
  return trackSearchKey(title, artist, album);
}
