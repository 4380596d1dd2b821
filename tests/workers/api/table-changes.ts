import { env } from "cloudflare:test";
import type { TrackedTable } from "#db/changes/tracked-tables.ts";

/** The rows that the changes are about. All of them exist. */
export type ChangedRows = {
  readonly room: string;
  readonly owner: string;
  readonly member: string;
  readonly track: string;
};

type Statements = (rows: ChangedRows) => readonly [insert: string, update: string, remove: string];

/** An insertion, an update and a deletion in each tracked table. */
const CHANGES: Record<TrackedTable, Statements> = {
  users: ({ owner, member }) => [
    "INSERT INTO users (id, name, username, username_key, email, email_key, avatar, created_at_ms) VALUES ('new', 'New', 'new', 'new', 'n@x', 'n@x', '#000000', 1)",
    `UPDATE users SET name = name || '!', is_email_shown = 1 - is_email_shown WHERE id IN ('${owner}', '${member}')`,
    "DELETE FROM users WHERE id = 'new'",
  ],
  sessions: ({ member }) => [
    `INSERT INTO sessions VALUES ('new', '${member}', 1, 1, 1, '', '', 1, NULL)`,
    "UPDATE sessions SET browser = 'Firefox'",
    `DELETE FROM sessions WHERE user_id = '${member}'`,
  ],
  linked_accounts: ({ owner }) => [
    `INSERT INTO linked_accounts VALUES ('google', '1', '${owner}', NULL, 1)`,
    "UPDATE linked_accounts SET proven_email_key = 'x@y'",
    "DELETE FROM linked_accounts",
  ],
  mails: () => ["INSERT INTO mails VALUES ('new', '', 1, 0, 1)", "UPDATE mails SET tries = 1", "DELETE FROM mails"],
  rooms: ({ room, owner }) => [
    `INSERT INTO rooms (id, name, name_key, url, owner_id, created_at_ms) VALUES ('new', 'New', 'new', 'new', '${owner}', 1)`,
    `UPDATE rooms SET name = name || '!', description = 'Other', active_users = active_users + 1 WHERE id = '${room}'`,
    "DELETE FROM rooms WHERE id = 'new'",
  ],
  now_playing: ({ room }) => [
    `INSERT OR REPLACE INTO now_playing VALUES ('${room}', 'Song', 'Band', '', 1)`,
    "UPDATE now_playing SET title = 'Other'",
    "DELETE FROM now_playing",
  ],
  listening: ({ room, member }) => [
    `INSERT INTO listening VALUES ('${member}', '${room}', 1, ${Date.now()})`,
    "UPDATE listening SET room_id = NULL",
    "DELETE FROM listening",
  ],
  members: ({ room, owner, member }) => [
    `INSERT INTO members (room_id, user_id, role, created_at_ms, changed_at_ms)
      SELECT '${room}', id, 'viewer', 1, 1 FROM users WHERE id NOT IN (SELECT user_id FROM members WHERE room_id = '${room}')`,
    `UPDATE members SET role = 'editor', invited_by = '${owner}' WHERE room_id = '${room}' AND user_id = '${member}'`,
    `DELETE FROM members WHERE room_id = '${room}' AND user_id = '${member}'`,
  ],
  favorites: ({ room, member }) => [
    `INSERT INTO favorites VALUES ('${member}', '${room}', 5)`,
    "UPDATE favorites SET created_at_ms = 2",
    "DELETE FROM favorites",
  ],
  room_tokens: ({ room }) => [
    `INSERT INTO room_tokens VALUES ('new', '${room}', 'x', 1)`,
    "UPDATE room_tokens SET expires_at_ms = 1",
    "DELETE FROM room_tokens",
  ],
  invites: ({ room, owner }) => [
    `INSERT INTO invites VALUES ('new', '${room}', 'viewer', '${owner}', 1, ${Date.now() * 2}, 5)`,
    "UPDATE invites SET uses_left = uses_left - 1",
    "DELETE FROM invites",
  ],
  tracks: ({ track }) => [
    `INSERT INTO tracks SELECT 'new', uploaded_by, title, artist, album, genre, year, duration_ms, size_bytes, format, audio_object,
      cover_object, hue, loudness_lufs, true_peak_db, file_name, search_key, 1, NULL, NULL, NULL FROM tracks WHERE id = '${track}'`,
    `UPDATE tracks SET title = title || '!', duration_ms = 1.5, year = 1999, loudness_lufs = -9.25 WHERE id = '${track}'`,
    "DELETE FROM tracks WHERE id = 'new'",
  ],
  room_tracks: ({ room, track }) => [
    `INSERT OR IGNORE INTO room_tracks SELECT '${room}', id, 7, 7 FROM tracks`,
    `UPDATE room_tracks SET created_at_ms = 3 WHERE track_id = '${track}'`,
    `DELETE FROM room_tracks WHERE track_id = '${track}'`,
  ],
  saved_tracks: ({ owner, track }) => [
    `INSERT INTO saved_tracks VALUES ('${owner}', '${track}', 1, 1)`,
    "UPDATE saved_tracks SET saved_at_ms = 2",
    "DELETE FROM saved_tracks",
  ],
  waveforms: ({ track }) => [
    `INSERT OR REPLACE INTO waveforms VALUES ('${track}', 'BBBB')`,
    "UPDATE waveforms SET points = 'CCCC'",
    "DELETE FROM waveforms",
  ],
  uploads: ({ room, owner }) => [
    `INSERT INTO uploads VALUES ('new', '${owner}', '${room}', 'a.ogg', 5, NULL, 'object', '', NULL, 1, NULL)`,
    "UPDATE uploads SET size_bytes = size_bytes + 1",
    "DELETE FROM uploads WHERE id = 'new'",
  ],
  upload_parts: () => [
    "INSERT OR IGNORE INTO upload_parts SELECT id, 1, 'etag' FROM uploads",
    "UPDATE upload_parts SET etag = 'other'",
    "DELETE FROM upload_parts",
  ],
  connections: ({ owner }) => [
    `INSERT INTO connections VALUES ('${owner}', 'yandex', 'mira', '', 1)`,
    "UPDATE connections SET account = 'other'",
    "DELETE FROM connections",
  ],
  import_batches: ({ room, owner }) => [
    `INSERT INTO import_batches VALUES ('new', '${owner}', '${room}', 'New', 1)`,
    "UPDATE import_batches SET title = title || '!'",
    "DELETE FROM import_batches WHERE id = 'new'",
  ],
  import_items: () => [
    "INSERT INTO import_items SELECT 'n' || id, batch_id, position, track, state, NULL, NULL, NULL, 0, NULL FROM import_items",
    "UPDATE import_items SET state = 'done'",
    "DELETE FROM import_items",
  ],
};

/** Inserts, updates and deletes rows of a table. Throws if one of the three changes nothing. */
export async function changeTable(table: TrackedTable, rows: ChangedRows): Promise<void> {
  for (const statement of CHANGES[table](rows)) {
    const { meta } = await env.DB.prepare(statement).run();
    if (meta.changes === 0) throw new Error(`changes nothing: ${statement}`);
  }
}
