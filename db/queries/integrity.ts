import { sql } from "drizzle-orm";
import type { ObjectId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";

// Questions about the database as a whole, for developers. They read entire tables.

/** A migration that was applied, and when, as `YYYY-MM-DD HH:MM:SS` in UTC. */
export type AppliedMigration = { readonly name: string; readonly appliedAt: string };

/** The applied migrations, in their order, without the ending `.sql`. */
export async function listAppliedMigrations(db: Db): Promise<readonly AppliedMigration[]> {
  const rows = await db.all<{ name: string; applied_at: string }>(sql`select name, applied_at from d1_migrations order by id`);
  return rows.map(({ name, applied_at }) => ({ name: name.replace(/\.sql$/, ""), appliedAt: applied_at }));
}

export type TableSize = { readonly name: string; readonly rows: number };

/** The number of rows of each table, except for those of SQLite and the platform. */
export async function countTableRows(db: Db): Promise<readonly TableSize[]> {
  const tables = await db.all<{ name: string }>(sql`
    select name from sqlite_master where type = 'table' and name not like 'sqlite\_%' escape '\\'
      and name not like '\_cf\_%' escape '\\' and name <> 'd1_migrations' order by name`);
  return Promise.all(
    tables.map(async ({ name }) => {
      const row = await db.get<{ n: number }>(sql`select count(*) as n from ${sql.identifier(name)}`);
      return { name, rows: row?.n ?? 0 };
    }),
  );
}

/** Checks of the database. Each query returns one row, with a column `subject`, for each problem. */
export const INTEGRITY_CHECKS = {
  "quick-check": sql`select quick_check as subject from pragma_quick_check where quick_check <> 'ok'`,
  "foreign-keys": sql`select "table" || ' ' || coalesce(rowid, '') as subject from pragma_foreign_key_check`,
  "tracks-without-owner": sql`select id as subject from tracks where uploaded_by not in (select id from users)`,
  "tracks-without-audio": sql`select id as subject from tracks where audio_object not in (select id from audio)`,
  "audio-without-track": sql`
    select id as subject from audio where id not in (select audio_object from tracks)
      and id not in (select audio_object from uploads)`,
  "track-sizes": sql`
    select tracks.id as subject from tracks join audio on audio.id = tracks.audio_object
    where audio.size_bytes <> tracks.size_bytes`,
  "rooms-without-owner": sql`
    select id as subject from rooms where deleted_at_ms is null and not exists
      (select 1 from members where room_id = rooms.id and user_id = rooms.owner_id and role = 'owner')`,
  "used-orphans": sql`
    select key as subject from orphaned_objects where key in (
      select 'audio/' || id from audio union all select 'map/' || id from audio
      union all select 'cover/' || cover_object from tracks where cover_object is not null
      union all select substr(avatar, 8) from users where avatar like '/media/%')`,
} as const;

export type IntegrityCheckId = keyof typeof INTEGRITY_CHECKS;

/** The subjects of a check's problems: all are counted, and the first ones are listed. */
export async function runIntegrityCheck(
  db: Db,
  id: IntegrityCheckId,
  limit: number,
): Promise<{ readonly problems: number; readonly subjects: readonly string[] }> {
  const rows = await db.all<{ subject: string }>(INTEGRITY_CHECKS[id]);
  return { problems: rows.length, subjects: rows.slice(0, limit).map(({ subject }) => String(subject)) };
}

/** The sizes of the newest audio objects, as D1 has them. */
export async function listNewestAudio(
  db: Db,
  limit: number,
): Promise<readonly { readonly id: ObjectId; readonly sizeBytes: number }[]> {
  return db.all(sql`select id, size_bytes as sizeBytes from audio order by created_at_ms desc limit ${limit}`);
}
