import type { OwnTrack, RelatedRoom, RowInRoom } from "#db/queries/account-export.ts";
import type { InviteRow } from "#db/queries/invites.ts";
import type { LinkedAccount } from "#db/queries/linked-accounts.ts";
import type { SavedTrack } from "#db/queries/saved-tracks.ts";
import type { SessionRow } from "#db/queries/sessions.ts";
import type { UploadRow } from "#db/queries/uploads.ts";
import type { UserRow } from "#db/queries/users.ts";

// The objects in the JSON files of an export. Their fields are read by people, so times are ISO 8601.

type ProfileDetails = {
  readonly linked: readonly LinkedAccount[];
  readonly sessions: readonly SessionRow[];
  readonly origin: string;
};

export function exportProfile(user: UserRow, { linked, sessions, origin }: ProfileDetails) {
  const { id, name, username, email, isEmailShown, avatar } = user;
  return {
    id,
    name,
    username,
    email,
    isEmailShown,
    avatar: avatar.startsWith("/") ? origin + avatar : avatar,
    createdAt: toIso(user.createdAtMs),
    hasPassword: user.passwordHash !== null,
    isSuperadmin: user.superAdmin,
    linkedAccounts: linked.map(({ provider, providerUserId, createdAtMs }) => {
      return { provider, accountId: providerUserId, linkedAt: toIso(createdAtMs) };
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

/** Names the music only: the track belongs to another person. */
export function exportSavedTrack({ title, artist, album, savedAtMs }: SavedTrack) {
  return { title, artist, album, savedAt: toIso(savedAtMs) };
}

export function exportUpload({ row: { fileName, sizeBytes, createdAtMs }, room }: RowInRoom<UploadRow>) {
  return { fileName, sizeBytes, startedAt: toIso(createdAtMs), room };
}

/** Omits the link, which admits anyone who has it. */
export function exportInvite({ row: { role, usesLeft, createdAtMs, expiresAtMs }, room }: RowInRoom<InviteRow>) {
  return { room, role, usesLeft, createdAt: toIso(createdAtMs), expiresAt: toIso(expiresAtMs) };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
