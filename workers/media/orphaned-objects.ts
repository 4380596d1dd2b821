import type { Db } from "#db/client.ts";
import { forgetOrphans } from "#db/queries/orphaned-objects.ts";

/** Removes what nothing holds: the bytes before the note of them, which is still there if that fails. */
export async function deleteOrphans({ MEDIA }: Env, db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await MEDIA.delete([...keys]);
  await forgetOrphans(db, keys);
}
