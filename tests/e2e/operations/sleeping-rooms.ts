import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { DEFAULT_PLAY_ORDER } from "#app/domain/playback/play-order.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { ROOT } from "#scripts/project.mjs";
import { buildPlaylist } from "#tests/support/builders.ts";

/** Writes rows into the storage of a room's object. It has the name of the class that owns the storage. */
const SEEDER = `
import { DurableObject } from "cloudflare:workers";
export class Room extends DurableObject {
  async seed(entries, state) {
    const { sql } = this.ctx.storage;
    this.ctx.storage.transactionSync(() => {
      sql.exec("DELETE FROM entries");
      for (const { rank, ...entry } of entries) {
        sql.exec("INSERT OR REPLACE INTO entries (id, rank, json) VALUES (?, ?, ?)", entry.id, rank, JSON.stringify(entry));
      }
      for (const [key, value] of Object.entries(state)) {
        sql.exec("INSERT OR REPLACE INTO state (key, json) VALUES (?, ?)", key, JSON.stringify(value));
      }
    });
  }
  async alarm() {}
}
export default {
  async fetch(request, env) {
    const { rooms, entries, state } = await request.json();
    for (const room of rooms) await env.ROOM.get(env.ROOM.idFromName(room)).seed(entries, state);
    return new Response(null, { status: 204 });
  },
};`;

/**
 * Gives rooms of a stopped server the longest playlist of the shortest tracks, shuffled and repeated, with every entry in the queue, as a
 * room could store it before there were limits. They fell asleep an hour ago.
 */
export async function seedSleepingRooms(data: string, rooms: readonly string[]): Promise<void> {
  const entries = buildPlaylist(playlistLimits.playlistEntries, 100);
  const upNext = entries.map(({ id }) => id).toReversed();
  const playback = { status: "playing", entryId: entries[0]?.id, positionMs: 0, anchorMs: Date.now() - HOUR_MS };
  const order = { ...DEFAULT_PLAY_ORDER, repeat: "all", shuffleSeed: 7, crossfadeMs: 12_000, upNext };
  const name = /^name = "(.+)"$/m.exec(readFileSync(join(ROOT, "wrangler.toml"), "utf8"))?.[1] ?? "";
  const miniflare = new Miniflare({
    name,
    modules: true,
    script: SEEDER,
    compatibilityDate: "2026-04-01",
    durableObjects: { ROOM: { className: "Room", useSQLite: true } },
    defaultPersistRoot: join(data, "v3"),
  });
  try {
    const body = JSON.stringify({ rooms, entries, state: { playback, order } });
    const response = await miniflare.dispatchFetch("http://seeder/", { method: "POST", body });
    if (!response.ok) throw new Error(await response.text());
  } finally {
    await miniflare.dispose();
  }
}
