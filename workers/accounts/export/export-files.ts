import { isMember } from "#app/domain/access/permissions.ts";
import type { ObjectId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import {
  findListeningToExport,
  type ImportToExport,
  listImportsToExport,
  listInvitesToExport,
  listLyricsToExport,
  listRoomsToExport,
  listTracksToExport,
  listUploadsToExport,
  type OwnLyrics,
  type OwnTrack,
  type RelatedRoom,
  type RowInRoom,
} from "#db/queries/account-export.ts";
import { listConnections } from "#db/queries/connections.ts";
import type { InviteRow } from "#db/queries/invites.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { listSavedTracks, type SavedTrack } from "#db/queries/saved-tracks.ts";
import type { UploadRow } from "#db/queries/uploads.ts";
import { listUserSessions } from "#db/queries/user-sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { avatarDenseKey, avatarKey } from "#workers/media/object-keys.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import type { ArchiveFile } from "./export-archive.ts";
import { listChatPages as chatPages } from "./export-chat.ts";
import {
  type EditInRoom,
  exportChatMessage,
  exportEdit,
  exportImport,
  exportInvite,
  exportLyrics,
  exportProfile,
  exportRoom,
  exportSavedTrack,
  exportTrack,
  exportUpload,
} from "./export-json.ts";
import { AUDIO_PAGE, README_TEXT } from "./export-texts.ts";

type ExportContext = {
  readonly env: Env;
  readonly db: Db;
  readonly user: UserRow;
  readonly nowMs: number;
  /** The origin of links in the export. */
  readonly origin: string;
};

const PAGE_SIZE = 200;
/** Lyrics are long. */
const LYRICS_PAGE_SIZE = 20;
const AVATAR_PATH = "/media/avatar/";

/** The files of an account's export. Their content is read from the database while the archive is written. */
export async function listExportFiles(context: ExportContext): Promise<readonly ArchiveFile[]> {
  const { origin } = context;
  const photo = await findPhoto(context);
  return [
    { name: "README.txt", chunks: [README_TEXT] },
    { name: "profile.json", chunks: writeProfile(context) },
    ...(photo ? [{ name: "avatar.jpg", chunks: photo, isCompressed: true }] : []),
    { name: "rooms.json", chunks: writeJsonArray(roomPages(context), (room) => exportRoom(room, origin)) },
    { name: "tracks.json", chunks: writeJsonArray(trackPages(context), (track) => exportTrack(track, origin)) },
    { name: "lyrics.json", chunks: writeJsonArray(lyricsPages(context), exportLyrics) },
    { name: "saved.json", chunks: writeJsonArray(savedPages(context), exportSavedTrack) },
    { name: "uploads.json", chunks: writeJsonArray(uploadPages(context), exportUpload) },
    { name: "imports.json", chunks: writeJsonArray(importPages(context), exportImport) },
    { name: "invites.json", chunks: writeJsonArray(invitePages(context), exportInvite) },
    { name: "chat.json", chunks: writeJsonArray(chatPages(context), exportChatMessage) },
    { name: "edits.json", chunks: writeJsonArray(editPages(context), exportEdit) },
    { name: "audio.html", chunks: writeAudioPage(context) },
  ];
}

async function* writeProfile({ db, user, nowMs, origin }: ExportContext): AsyncGenerator<string> {
  const [linked, sessions, connections, listening] = await Promise.all([
    listLinkedAccounts(db, user.id),
    listUserSessions(db, user.id, nowMs),
    listConnections(db, user.id),
    findListeningToExport(db, user.id),
  ]);
  yield `${JSON.stringify(exportProfile(user, { linked, sessions, connections, listening, origin }), null, 2)}\n`;
}

async function findPhoto({ env, user }: ExportContext): Promise<AsyncIterable<Uint8Array> | null> {
  if (!user.avatar.startsWith(AVATAR_PATH)) return null;
  // only `storeAvatar` writes such a path, with the id of the picture
  const id = user.avatar.slice(AVATAR_PATH.length) as ObjectId;
  const object = (await env.MEDIA.get(avatarDenseKey(id))) ?? (await env.MEDIA.get(avatarKey(id)));
  return object?.body ?? null;
}

/** A page with links to the audio files. */
async function* writeAudioPage(context: ExportContext): AsyncGenerator<string> {
  yield AUDIO_PAGE.head;
  for await (const page of trackPages(context)) yield page.map((track) => toListItem(track, context.origin)).join("");
  yield AUDIO_PAGE.tail;
}

function toListItem({ track: { id, title, artist, fileName, sizeBytes } }: OwnTrack, origin: string): string {
  const label = escapeHtml([artist, title].filter(Boolean).join(" — "));
  const file = escapeHtml(`${fileName} (${(sizeBytes / 1024 / 1024).toFixed(1)} MB)`.trim());
  return `<li><a href="${escapeHtml(`${origin}/media/own/${id}`)}" download>${label}</a> ${file}</li>\n`;
}

function trackPages({ db, user }: ExportContext): AsyncGenerator<readonly OwnTrack[]> {
  return pages((last) => listTracksToExport(db, user.id, { after: last?.track ?? null, limit: PAGE_SIZE }));
}

function lyricsPages({ db, user }: ExportContext): AsyncGenerator<readonly OwnLyrics[]> {
  return pages((last) => listLyricsToExport(db, user.id, { after: last, limit: LYRICS_PAGE_SIZE }), LYRICS_PAGE_SIZE);
}

function importPages({ db, user }: ExportContext): AsyncGenerator<readonly ImportToExport[]> {
  return pages((last) => listImportsToExport(db, user.id, { after: last?.row.id ?? null, limit: PAGE_SIZE }));
}

function savedPages({ db, user }: ExportContext): AsyncGenerator<readonly SavedTrack[]> {
  return pages((last) => listSavedTracks(db, user.id, { after: last, limit: PAGE_SIZE }));
}

function roomPages({ db, user }: ExportContext): AsyncGenerator<readonly RelatedRoom[]> {
  return pages((last) => listRoomsToExport(db, user.id, { after: last?.room.id ?? null, limit: PAGE_SIZE }));
}

function uploadPages({ db, user }: ExportContext): AsyncGenerator<readonly RowInRoom<UploadRow>[]> {
  return pages((last) => listUploadsToExport(db, user.id, { after: last?.row.id ?? null, limit: PAGE_SIZE }));
}

function invitePages({ db, user }: ExportContext): AsyncGenerator<readonly RowInRoom<InviteRow>[]> {
  return pages((last) => listInvitesToExport(db, user.id, { after: last?.row.id ?? null, limit: PAGE_SIZE }));
}

/** The user's edits in the logs of the rooms in which they have a role now, room by room. */
async function* editPages(context: ExportContext): AsyncGenerator<readonly EditInRoom[]> {
  const { env, db, user } = context;
  for await (const page of roomPages(context)) {
    for (const { room, role } of page) {
      const found = isMember(role) ? await findRoom(db, room.id) : null;
      const rows = found && (await roomObject(env, room.id).listLogOf(toRoomMetadata(found), user.id));
      if (rows && rows.length > 0) yield rows.map((row) => ({ row, room: room.name }));
    }
  }
}

/** @param load loads the page after an item; null for the first page */
async function* pages<T>(load: (last: T | null) => Promise<readonly T[]>, pageSize = PAGE_SIZE): AsyncGenerator<readonly T[]> {
  for (let last: T | null = null; ; ) {
    const page = await load(last);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1) ?? null;
  }
}

/** A JSON array, in one chunk per page. */
async function* writeJsonArray<T>(source: AsyncIterable<readonly T[]>, toJson: (item: T) => object): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of source) {
    const items = page.map((item) => JSON.stringify(toJson(item), null, 2));
    yield `${isFirst ? "[\n" : ",\n"}${items.join(",\n")}`;
    isFirst = false;
  }
  yield isFirst ? "[]\n" : "\n]\n";
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
