import { MIB } from "#app/domain/units.ts";
import type { SoakServer } from "./soak-server.ts";

type StoredObject = { readonly key: string; readonly sizeBytes: number };

/** Beyond the audio: the databases of the rooms and their logs, and R2's own records. */
const OVERHEAD_BYTES_MAX = 64 * MIB;

/** Stored objects that belong to nothing, rows without an object, and more bytes on disk than all of it explains. */
export async function findOrphans(server: SoakServer): Promise<readonly string[]> {
  const [objects, audio, uploads, recorded] = await Promise.all([
    server.listObjects(),
    server.query<{ id: string; size_bytes: number }>("select id, size_bytes from audio"),
    server.query<{ id: string }>("select audio_object as id from uploads"),
    server.query<{ key: string }>("select key from orphaned_objects"),
  ]);
  const sizes = new Map(objects.map(({ key, sizeBytes }) => [key, sizeBytes]));
  const known = new Set([
    ...audio.map(({ id }) => `audio/${id}`),
    ...uploads.map(({ id }) => `audio/${id}`),
    ...recorded.map(({ key }) => key),
  ]);
  const loose = [...sizes.keys()].filter((key) => key.startsWith("audio/") && !known.has(key));
  const missing = audio.filter(({ id, size_bytes }) => sizes.get(`audio/${id}`) !== size_bytes);
  return [
    ...loose.map((key) => `the object ${key} belongs to nothing`),
    ...missing.map(({ id }) => `the audio of ${id} is missing or has another size`),
    ...(await findLooseRows(server)),
    ...findGrowth(server, objects),
  ];
}

/** Rows that nothing refers to any more, after the work of the cron. */
async function findLooseRows(server: SoakServer): Promise<readonly string[]> {
  const rows = await server.query<{ kind: string; id: string }>(`
    select 'audio' as kind, id from audio where id not in (select audio_object from tracks) and id not in (select audio_object from uploads)
    union all select 'deleted track', id from tracks where deleted_at_ms is not null
  `);
  return rows.map(({ kind, id }) => `the ${kind} ${id} is left over`);
}

function findGrowth(server: SoakServer, objects: readonly StoredObject[]): readonly string[] {
  const addedBytes = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const storedBytes = server.storedBytes();
  const sizes = `${Math.round(storedBytes / MIB)} MiB on disk for ${Math.round(addedBytes / MIB)} MiB of audio`;
  return storedBytes > addedBytes + OVERHEAD_BYTES_MAX ? [`the data folder has grown beyond what was added: ${sizes}`] : [];
}
