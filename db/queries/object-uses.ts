import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/**
 * How the database refers to a stored object. `used`: a row refers to it; `upload`: an unfinished upload does; `recorded`: it
 * is recorded as orphaned, so a row may refer to it soon, or the sweep deletes it; `orphan`: nothing refers to it; `unknown`:
 * its key is of no known kind.
 */
export type ObjectUse = "used" | "upload" | "recorded" | "orphan" | "unknown";

/** The key of a stored object, with the id that rows refer to it by. */
export type ParsedObjectKey = {
  readonly key: string;
  /** Null for a key of no known kind. */
  readonly kind: "audio" | "map" | "cover" | "avatar" | null;
  readonly id: string;
};

/** How the database refers to each object. Objects are listed before this, because rows are written before objects. */
export async function findObjectUses(db: Db, objects: readonly ParsedObjectKey[]): Promise<ReadonlyMap<string, ObjectUse>> {
  const rows = await db.all<{ key: string; objectUse: ObjectUse }>(sql`
    select key, case
      when kind in ('audio', 'map') and (exists (select 1 from audio where audio.id = object)
        or exists (select 1 from tracks where audio_object = object)) then 'used'
      when kind = 'cover' and exists (select 1 from tracks where cover_object = object) then 'used'
      when kind = 'avatar' and '/media/avatar/' || object in (select avatar from users where avatar like '/media/%') then 'used'
      when kind in ('audio', 'map') and object in (select audio_object from uploads) then 'upload'
      when kind = 'cover' and object in (select cover_object from uploads where cover_object is not null) then 'upload'
      when key in (select key from orphaned_objects) then 'recorded'
      when kind is null then 'unknown' else 'orphan' end as objectUse
    from (select value ->> 'key' as key, value ->> 'kind' as kind, value ->> 'id' as object
      from json_each(${JSON.stringify(objects)}))`);
  return new Map(rows.map(({ key, objectUse }) => [key, objectUse]));
}
