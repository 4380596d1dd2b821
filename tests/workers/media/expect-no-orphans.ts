import { env } from "cloudflare:test";
import { expect } from "vitest";

/** Expects that every object in R2 has a row that refers to it, or is recorded as orphaned, and not both. */
export async function expectNoOrphans(): Promise<void> {
  const listKeys = async (sql: string) => (await env.DB.prepare(sql).all<{ key: string }>()).results.map(({ key }) => key);
  const referenced = new Set(
    await listKeys(`SELECT 'cover/' || cover_object AS key FROM tracks WHERE cover_object IS NOT NULL
      UNION SELECT 'cover/' || cover_object FROM uploads WHERE cover_object IS NOT NULL
      UNION SELECT substr(avatar, 8) || size.value FROM users, json_each('["", "-256"]') AS size WHERE avatar LIKE '/media/%'
      UNION SELECT kind.value || audio.id FROM audio, json_each('["audio/", "map/"]') AS kind
      UNION SELECT 'audio/' || audio_object FROM uploads`),
  );
  const orphaned = await listKeys("SELECT key FROM orphaned_objects");
  const stored = (await env.MEDIA.list()).objects.map(({ key }) => key);
  expect(stored.filter((key) => !referenced.has(key) && !orphaned.includes(key))).toEqual([]);
  expect(orphaned.filter((key) => referenced.has(key))).toEqual([]);
}
