import type { ObjectId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import {
  type InRoom,
  listInvitesToExport,
  listRoomsToExport,
  listTracksToExport,
  listUploadsToExport,
  type OwnTrack,
  type RelatedRoom,
} from "#db/queries/account-export.ts";
import type { InviteRow } from "#db/queries/invites.ts";
import { listLinked } from "#db/queries/linked-accounts.ts";
import type { UploadRow } from "#db/queries/uploads.ts";
import { listUserSessions } from "#db/queries/user-sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { avatarDenseKey, avatarKey } from "#workers/media/object-keys.ts";
import type { ArchiveFile } from "./export-archive.ts";
import { AUDIO_PAGE, README_TEXT } from "./export-texts.ts";

type Exported = {
  readonly env: Env;
  readonly db: Db;
  readonly user: UserRow;
  readonly nowMs: number;
  /** What links begin with. */
  readonly origin: string;
};

const PAGE = 200;
const AVATAR_PATH = "/media/avatar/";

/** Everything that is kept of somebody, as the files of an archive. Nothing of it is read before it is written. */
export async function filesOf(exported: Exported): Promise<readonly ArchiveFile[]> {
  const photo = await findPhoto(exported);
  return [
    { name: "README.txt", pieces: [README_TEXT] },
    { name: "profile.json", pieces: profile(exported) },
    ...(photo ? [{ name: "avatar.jpg", pieces: photo, isPacked: true }] : []),
    { name: "rooms.json", pieces: list(roomPages(exported), (room) => JSON.stringify(shownRoom(room, exported), null, 2)) },
    { name: "tracks.json", pieces: list(trackPages(exported), (own) => JSON.stringify(toTrack(own, exported), null, 2)) },
    { name: "uploads.json", pieces: list(uploadPages(exported), (upload) => JSON.stringify(shownUpload(upload), null, 2)) },
    { name: "invites.json", pieces: list(invitePages(exported), (invite) => JSON.stringify(shownInvite(invite), null, 2)) },
    { name: "audio.html", pieces: audioPage(exported) },
  ];
}

async function* profile({ db, user, nowMs, origin }: Exported): AsyncGenerator<string> {
  const [linked, sessions] = await Promise.all([listLinked(db, user.id), listUserSessions(db, user.id, nowMs)]);
  const { id, name, username, email, isEmailShown, avatar } = user;
  const told = {
    ...{ id, name, username, email, isEmailShown },
    avatar: avatar.startsWith("/") ? origin + avatar : avatar,
    createdAt: time(user.createdAtMs),
    hasPassword: user.passwordHash !== null,
    isSuperadmin: user.superAdmin,
    linkedAccounts: linked.map(({ provider, providerUserId, createdAtMs }) => {
      return { provider, idThere: providerUserId, linkedAt: time(createdAtMs) };
    }),
    sessions: sessions.map(({ browser, os, createdAtMs, seenAtMs, expiresAtMs }) => {
      const times = { signedInAt: time(createdAtMs), lastUsedAt: time(seenAtMs), expiresAt: time(expiresAtMs) };
      return { browser, os, ...times };
    }),
  };
  yield `${JSON.stringify(told, null, 2)}\n`;
}

async function findPhoto({ env, user }: Exported): Promise<AsyncIterable<Uint8Array> | null> {
  if (!user.avatar.startsWith(AVATAR_PATH)) return null;
  // our own address of it
  const id = user.avatar.slice(AVATAR_PATH.length) as ObjectId;
  const object = (await env.MEDIA.get(avatarDenseKey(id))) ?? (await env.MEDIA.get(avatarKey(id)));
  return object?.body ?? null;
}

function shownRoom({ room, role, sinceMs, isFavorite }: RelatedRoom, { origin }: Exported) {
  const { name, description, url, visibility, createdAtMs } = room;
  return {
    ...{ name, url: `${origin}/room/${url}`, role, roleSince: sinceMs === null ? null : time(sinceMs), isFavorite },
    // what is behind a door that they may not open is not theirs to keep
    ...(role === "owner" && { description, visibility, createdAt: time(createdAtMs) }),
  };
}

function toTrack({ track, sha256, rooms }: OwnTrack, { origin }: Exported) {
  const { id, title, artist, album, genre, year, durationMs, fileName, sizeBytes, format } = track;
  const { loudnessLufs, truePeakDb, coverObject, createdAtMs } = track;
  return {
    ...{ id, title, artist, album, genre, year, fileName, format, sizeBytes, sha256, durationMs },
    ...{ loudnessLufs, truePeakDb, addedAt: time(createdAtMs), rooms },
    audioUrl: `${origin}/media/own/${id}`,
    coverUrl: coverObject && `${origin}/media/library-cover/${coverObject}`,
  };
}

function shownUpload({ row: { fileName, sizeBytes, createdAtMs }, room }: InRoom<UploadRow>) {
  return { fileName, sizeBytes, begunAt: time(createdAtMs), room };
}

/** Without its link, which opens a room to whoever has it. */
function shownInvite({ row: { role, usesLeft, createdAtMs, expiresAtMs }, room }: InRoom<InviteRow>) {
  return { room, role, usesLeft, madeAt: time(createdAtMs), expiresAt: time(expiresAtMs) };
}

async function* audioPage(exported: Exported): AsyncGenerator<string> {
  yield AUDIO_PAGE.head;
  for await (const page of trackPages(exported)) {
    yield page
      .map(({ track: { id, title, artist, fileName, sizeBytes } }) => {
        const named = escapeHtml([artist, title].filter(Boolean).join(" — "));
        const file = escapeHtml(`${fileName} (${(sizeBytes / 1024 / 1024).toFixed(1)} MB)`.trim());
        return `<li><a href="${escapeHtml(`${exported.origin}/media/own/${id}`)}" download>${named}</a> ${file}</li>\n`;
      })
      .join("");
  }
  yield AUDIO_PAGE.tail;
}

async function* trackPages({ db, user }: Exported): AsyncGenerator<readonly OwnTrack[]> {
  yield* pages((last: OwnTrack | null) => listTracksToExport(db, user.id, { after: last?.track ?? null, limit: PAGE }));
}

async function* roomPages({ db, user }: Exported): AsyncGenerator<readonly RelatedRoom[]> {
  yield* pages((last: RelatedRoom | null) => listRoomsToExport(db, user.id, { after: last?.room.id ?? null, limit: PAGE }));
}

async function* uploadPages({ db, user }: Exported): AsyncGenerator<readonly InRoom<UploadRow>[]> {
  yield* pages((last: InRoom<UploadRow> | null) =>
    listUploadsToExport(db, user.id, { after: last?.row.id ?? null, limit: PAGE }),
  );
}

async function* invitePages({ db, user }: Exported): AsyncGenerator<readonly InRoom<InviteRow>[]> {
  yield* pages((last: InRoom<InviteRow> | null) =>
    listInvitesToExport(db, user.id, { after: last?.row.id ?? null, limit: PAGE }),
  );
}

async function* pages<T>(read: (last: T | null) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  for (let last: T | null = null; ; ) {
    const page = await read(last);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1) ?? null;
  }
}

/** A list in JSON, a page at a time. */
async function* list<T>(source: AsyncIterable<readonly T[]>, write: (item: T) => string): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of source) {
    yield `${isFirst ? "[\n" : ",\n"}${page.map(write).join(",\n")}`;
    isFirst = false;
  }
  yield isFirst ? "[]\n" : "\n]\n";
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
