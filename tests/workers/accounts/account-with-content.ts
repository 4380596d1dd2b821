import { env } from "cloudflare:test";
import type { MailId, ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { browserOf, type Someone, seedUser } from "#tests/workers/permissions/callers.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { beginFile, newSound, putPart } from "#tests/workers/support/upload.ts";
import { bringTrack } from "#tests/workers/tracks/edited-tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import { coverKey } from "#workers/media/object-keys.ts";

/** Somebody with everything that an account can have, and those who stay behind. */
export type Leaving = {
  readonly self: Someone;
  readonly browser: Client;
  readonly other: Someone;
  readonly otherBrowser: Client;
  /** Their own, with an admin; and without one. */
  readonly inherited: RoomId;
  readonly lonely: RoomId;
  /** The other's, in which they are a participant. */
  readonly foreign: RoomId;
  /** Their own track, in all three rooms. */
  readonly trackId: TrackId;
  /** The other's, which they have added to the foreign room again. */
  readonly othersTrackId: TrackId;
};

export async function seedAccountWithContent(): Promise<Leaving> {
  const [self, other] = await Promise.all([seedUser("Gone"), seedUser("Stays")]);
  const [browser, otherBrowser] = [browserOf(self), browserOf(other)];
  const make = async (client: Client) => (await client.call("rooms.create", { name: `Room ${Math.random()}` })).id;
  const [inherited, lonely, foreign] = [await make(browser), await make(browser), await make(otherBrowser)];
  await browser.call("members.add", { id: inherited, username: other.username, role: "admin" });
  await otherBrowser.call("members.add", { id: foreign, username: self.username, role: "participant" });
  const trackId = await bringTrack(browser, lonely);
  for (const roomId of [inherited, foreign]) await browser.call("playlist.add", { roomId, trackIds: [trackId] });
  const othersTrackId = await bringTrack(otherBrowser, foreign);
  await browser.call("playlist.add", { roomId: foreign, trackIds: [othersTrackId] });
  return { self, browser, other, otherBrowser, inherited, lonely, foreign, trackId, othersTrackId };
}

/** What else may be there: a photo, a cover, a link, a favourite, another way in, a reset, uploads under way. */
export async function seedBelongings({ self, browser, foreign, inherited, trackId }: Leaving): Promise<void> {
  const { id } = self.person;
  const cover = `c${id.slice(1)}` as ObjectId;
  await env.MEDIA.put(coverKey(cover), "cover");
  for (const key of [`avatar/${id}`, `avatar/${id}-256`]) await env.MEDIA.put(key, "face");
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await run("UPDATE tracks SET cover_object = ? WHERE id = ?", cover, trackId);
  await run("UPDATE users SET avatar = ? WHERE id = ?", `/media/avatar/${id}`, id);
  await run(
    "INSERT INTO linked_accounts (provider, provider_user_id, user_id, created_at_ms) VALUES ('github', ?, ?, 0)",
    `github-${id}`,
    id,
  );
  await run("INSERT INTO password_resets VALUES (?, ?, 0, ?, NULL, NULL, NULL)", `reset-${id}`, id, Date.now() + 3_600_000);
  await browser.call("rooms.toggleFavorite", { roomId: foreign, userId: id });
  await browser.call("invites.create", { id: inherited, role: "viewer", expiresInMs: 3_600_000, uses: 5 });
  const file = newSound();
  const begun = await beginFile(browser, { roomId: foreign, fileName: "begun.wav", file });
  await putPart(browser, begun, 1, file);
  await browser.call("uploads.announce", { roomId: inherited, files: [{ fileName: "later.wav", sizeBytes: 10 }] });
}

/** A mail that tells of a removal, as it is stored. */
export function newFarewell(): MailRow {
  return { id: newId<MailId>(), sealed: "", createdAtMs: Date.now(), tries: 0, nextTryAtMs: null };
}

/** Every place in the database, by table and column, where one of the texts stands. */
export async function tracesOf(texts: readonly string[]): Promise<readonly string[]> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'",
  ).all<{ name: string }>();
  const traces: string[] = [];
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all<Record<string, unknown>>();
    for (const row of results) {
      for (const [column, value] of Object.entries(row)) {
        const isTrace = typeof value === "string" && texts.some((text) => value.includes(text));
        if (isTrace) traces.push(`${name}.${column}: ${value}`);
      }
    }
  }
  return traces;
}

/** A Worker that stops in the middle: after so many calls to what is around it nothing answers any more. */
export function envUntil(calls: number): { readonly env: Cloudflare.Env; readonly isCutOff: () => boolean } {
  let left = calls;
  const counted = <T extends object>(target: T, methods: readonly string[]): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!methods.includes(String(name))) return value.bind(target);
        return (...args: unknown[]) => {
          left -= 1;
          if (left < 0) throw new Error("cut off");
          return value.apply(target, args);
        };
      },
    });
  const bindings: Partial<Record<PropertyKey, object>> = {
    DB: counted(env.DB, ["prepare", "batch"]),
    MEDIA: counted(env.MEDIA, ["delete", "resumeMultipartUpload"]),
    ROOM: counted(env.ROOM, ["get"]),
    LOBBY: counted(env.LOBBY, ["get"]),
  };
  return {
    env: new Proxy(env, { get: (target, name) => bindings[name] ?? Reflect.get(target, name) }),
    isCutOff: () => left < 0,
  };
}
