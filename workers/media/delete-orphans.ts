import type { Db } from "#db/client.ts";
import { deleteOrphanRecords } from "#db/queries/orphaned-objects.ts";

/** Deletes orphaned objects: the bytes first, so that the record remains for another attempt if R2 fails. */
export async function deleteOrphans({ MEDIA }: Env, db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await MEDIA.delete([...keys]);
  await deleteOrphanRecords(db, keys);
}
