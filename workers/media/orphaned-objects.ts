import type { Db } from "#db/client.ts";
import { forgetLoose } from "#db/queries/orphaned-objects.ts";

/** Removes what nothing holds: the bytes before the note of them, which is still there if that fails. */
export async function deleteLoose({ MEDIA }: Env, db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await MEDIA.delete([...keys]);
  await forgetLoose(db, keys);
}
