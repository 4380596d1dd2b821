import { env } from "cloudflare:test";
import type { MailId, ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { interceptCalls } from "#tests/workers/support/intercept-calls.ts";
import { seedUser, type TestUser } from "#tests/workers/support/seed-user.ts";
import { beginUpload, createNoise, putPart } from "#tests/workers/support/upload.ts";
import { uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { newId } from "#workers/crypto/random.ts";
import { coverKey } from "#workers/media/object-keys.ts";

/** A user whose account is about to be removed (`self`), and another user who shares rooms with them. */
export type SeededAccount = {
  readonly self: TestUser;
  readonly browser: Client;
  readonly other: TestUser;
  readonly otherBrowser: Client;
  /** Own room with an admin, who becomes its owner; and one without, which is removed. */
  readonly transferredRoom: RoomId;
  readonly removedRoom: RoomId;
  /** Room of the other user, in which `self` is a participant. */
  readonly othersRoom: RoomId;
  /** Own track, in all three rooms. */
  readonly trackId: TrackId;
  /** Track of the other user, which `self` has added to `othersRoom` again. */
  readonly othersTrackId: TrackId;
};

export async function seedAccountWithContent(): Promise<SeededAccount> {
  const [self, other] = await Promise.all([seedUser("Gone"), seedUser("Stays")]);
  const [browser, otherBrowser] = [clientFor(self), clientFor(other)];
  const make = async (client: Client) => (await client.call("rooms.create", { name: `Room ${Math.random()}` })).id;
  const [transferredRoom, removedRoom, othersRoom] = [await make(browser), await make(browser), await make(otherBrowser)];
  await browser.call("members.add", { id: transferredRoom, username: other.username, role: "admin" });
  await otherBrowser.call("members.add", { id: othersRoom, username: self.username, role: "participant" });
  const trackId = await uploadTrack(browser, removedRoom);
  for (const roomId of [transferredRoom, othersRoom]) await browser.call("playlist.add", { roomId, trackIds: [trackId] });
  const othersTrackId = await uploadTrack(otherBrowser, othersRoom);
  await browser.call("playlist.add", { roomId: othersRoom, trackIds: [othersTrackId] });
  return { self, browser, other, otherBrowser, transferredRoom, removedRoom, othersRoom, trackId, othersTrackId };
}

/**
 * Adds everything else that an account can have: photo, cover, invite, favorite, saved track, linked account, reset and uploads
 * in progress.
 */
export async function seedBelongings(account: SeededAccount): Promise<void> {
  const { self, browser, othersRoom, transferredRoom, trackId, othersTrackId } = account;
  const { id } = self.person;
  const cover = `c${id.slice(1)}` as ObjectId;
  await env.MEDIA.put(coverKey(cover), "cover");
  for (const key of [`avatar/${id}`, `avatar/${id}-256`]) await env.MEDIA.put(key, "photo");
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
  await browser.call("rooms.toggleFavorite", { roomId: othersRoom, userId: id });
  await browser.call("tracks.save", { roomId: othersRoom, trackId: othersTrackId });
  await browser.call("invites.create", { id: transferredRoom, role: "viewer", expiresInMs: 3_600_000, uses: 5 });
  const file = createNoise();
  const uploadId = await beginUpload(browser, { roomId: othersRoom, fileName: "started.wav", file });
  await putPart(browser, uploadId, 1, file);
  await browser.call("uploads.announce", { roomId: transferredRoom, files: [{ fileName: "later.wav", sizeBytes: 10 }] });
  // a Worker was cut off after it had stored the file
  const query = "SELECT audio_object FROM uploads WHERE user_id = ? AND file_name = 'later.wav'";
  await env.MEDIA.put(`audio/${await env.DB.prepare(query).bind(id).first("audio_object")}`, "sound");
}

/** The row of a mail that reports a removal. */
export function createNotice(): MailRow {
  return { id: newId<MailId>(), sealed: "", createdAtMs: Date.now(), tries: 0, nextTryAtMs: null };
}

/** Every value in the database that contains one of the texts, with its table and column. */
export async function findTraces(texts: readonly string[]): Promise<readonly string[]> {
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

/** The bindings of an interrupted Worker: after the given number of calls, or of those that change something, every call fails. */
export function envWithCallLimit(
  limit: number,
  counted: "calls" | "writes" = "calls",
): { readonly env: Cloudflare.Env; readonly isInterrupted: () => boolean } {
  let left = limit;
  const bindings = interceptCalls((call, kind) => {
    if (counted === "calls" || kind === "writes") left -= 1;
    return left < 0 ? Promise.reject(new Error("interrupted")) : call();
  });
  return { env: bindings, isInterrupted: () => left < 0 };
}
