import { env } from "cloudflare:test";
import { expect } from "vitest";

/** That whatever is in R2 is held by a row or noted as loose, and nothing that is held is noted so. */
export async function expectNoOrphans(): Promise<void> {
  const keysOf = async (sql: string) => (await env.DB.prepare(sql).all<{ key: string }>()).results.map(({ key }) => key);
  const held = new Set(
    await keysOf(`SELECT 'cover/' || cover_object AS key FROM tracks WHERE cover_object IS NOT NULL
      UNION SELECT 'cover/' || cover_object FROM uploads WHERE cover_object IS NOT NULL
      UNION SELECT substr(avatar, 8) || size.value FROM users, json_each('["", "-256"]') AS size WHERE avatar LIKE '/media/%'
      UNION SELECT kind.value || audio.id FROM audio, json_each('["audio/", "map/"]') AS kind
      UNION SELECT 'audio/' || audio_object FROM uploads`),
  );
  const loose = await keysOf("SELECT key FROM orphaned_objects");
  const stored = (await env.MEDIA.list()).objects.map(({ key }) => key);
  expect(stored.filter((key) => !held.has(key) && !loose.includes(key))).toEqual([]);
  expect(loose.filter((key) => held.has(key))).toEqual([]);
}
