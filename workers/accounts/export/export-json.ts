import type { LogRow } from "#app/domain/room-log/room-log.ts";
import type { ImportToExport, OwnLyrics, OwnTrack, RelatedRoom, RowInRoom } from "#db/queries/account-export.ts";
import type { ConnectionRow } from "#db/queries/connections.ts";
import type { InviteRow } from "#db/queries/invites.ts";
import type { LinkedAccount } from "#db/queries/linked-accounts.ts";
import type { SavedTrack } from "#db/queries/saved-tracks.ts";
import type { SessionRow } from "#db/queries/sessions.ts";
import type { UploadRow } from "#db/queries/uploads.ts";
import type { UserRow } from "#db/queries/users.ts";
import type { ChatMessageInRoom } from "./export-chat.ts";

// The objects in the JSON files of an export. Their fields are read by people, so times are ISO 8601.

type ProfileDetails = {
  readonly linked: readonly LinkedAccount[];
  readonly sessions: readonly SessionRow[];
  readonly connections: readonly ConnectionRow[];
  /** Null if the user does not show where they listen. */
  readonly listening: { readonly room: string | null; readonly joinedAtMs: number } | null;
  readonly origin: string;
};

export function exportProfile(user: UserRow, { linked, sessions, connections, listening, origin }: ProfileDetails) {
  const { id, name, username, email, isEmailShown, avatar } = user;
  return {
    id,
    name,
    username,
    email,
    isEmailShown,
    isListeningShown: listening !== null,
    listeningIn: listening?.room ? { room: listening.room, since: toIso(listening.joinedAtMs) } : null,
    avatar: avatar.startsWith("/") ? origin + avatar : avatar,
    createdAt: toIso(user.createdAtMs),
    hasPassword: user.passwordHash !== null,
    isSuperadmin: user.superAdmin,
    linkedAccounts: linked.map(({ provider, providerUserId, createdAtMs }) => {
      return { provider, accountId: providerUserId, linkedAt: toIso(createdAtMs) };
    }),
    connectedServices: connections.map(({ service, account, address, createdAtMs }) => {
      return { service, account, address: address || null, connectedAt: toIso(createdAtMs) };
    }),
    sessions: sessions.map(({ browser, os, createdAtMs, seenAtMs, expiresAtMs }) => {
      const times = { signedInAt: toIso(createdAtMs), lastUsedAt: toIso(seenAtMs), expiresAt: toIso(expiresAtMs) };
      return { browser, os, ...times };
    }),
  };
}

/** Includes the description and visibility of owned rooms only: the user may not be allowed to enter the others. */
export function exportRoom({ room, role, sinceMs, isFavorite }: RelatedRoom, origin: string) {
  const { name, description, url, visibility, createdAtMs } = room;
  return {
    name,
    url: `${origin}/room/${url}`,
    role,
    roleSince: sinceMs === null ? null : toIso(sinceMs),
    isFavorite,
    ...(role === "owner" && { description, visibility, createdAt: toIso(createdAtMs) }),
  };
}

export function exportTrack({ track, sha256, rooms }: OwnTrack, origin: string) {
  const { id, title, artist, album, genre, year, durationMs, fileName, sizeBytes, format } = track;
  const { loudnessLufs, truePeakDb, coverObject, createdAtMs } = track;
  const tags = { title, artist, album, genre, year };
  const file = { fileName, format, sizeBytes, sha256, durationMs, loudnessLufs, truePeakDb };
  return {
    id,
    ...tags,
    ...file,
    addedAt: toIso(createdAtMs),
    rooms,
    audioUrl: `${origin}/media/own/${id}`,
    coverUrl: coverObject && `${origin}/media/library-cover/${coverObject}`,
  };
}

export function exportLyrics({ id, title, artist, lyricsAtMs, text }: OwnLyrics) {
  return { trackId: id, title, artist, changedAt: lyricsAtMs === null ? null : toIso(lyricsAtMs), text };
}

/** Names the music only: the track belongs to another person. */
export function exportSavedTrack({ title, artist, album, savedAtMs }: SavedTrack) {
  return { title, artist, album, savedAt: toIso(savedAtMs) };
}

export function exportUpload({ row: { fileName, sizeBytes, createdAtMs }, room }: RowInRoom<UploadRow>) {
  return { fileName, sizeBytes, startedAt: toIso(createdAtMs), room };
}

export function exportImport({ row, createdAtMs, room }: ImportToExport) {
  const { service, title, artist, album } = row.track;
  return { room, service, title, artist, album, state: row.state, trackId: row.trackId, startedAt: toIso(createdAtMs) };
}

/** Omits the link, which admits anyone who has it. */
export function exportInvite({ row: { role, usesLeft, createdAtMs, expiresAtMs }, room }: RowInRoom<InviteRow>) {
  return { room, role, usesLeft, createdAt: toIso(createdAtMs), expiresAt: toIso(expiresAtMs) };
}

export function exportChatMessage({ room, message }: ChatMessageInRoom) {
  const { text, sentAtMs, editedAtMs } = message;
  return { room, sentAt: toIso(sentAtMs), editedAt: editedAtMs === null ? null : toIso(editedAtMs), text };
}

/** An edit of the user, with the name of its room. */
export type EditInRoom = { readonly row: LogRow; readonly room: string };

/** Omits the person whose role was changed. */
export function exportEdit({ row: { atMs, subject }, room }: EditInRoom) {
  return { room, editedAt: toIso(atMs), ...subject };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
