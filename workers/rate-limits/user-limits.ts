import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { type Allowed, countAgainstLimit, type RateLimit } from "./rate-limit.ts";

// Limits of what one signed-in user does. Each function counts the action and returns whether it is allowed.

export const allowAccessRequest = allowPerUser("access-request/user");
export const allowMemberChange = allowPerUser("member-change/user");
export const allowRoomCreation = allowPerUser("room-creation/user");
export const allowRoomPasswordChange = allowPerUser("room-password-change/user");
export const allowLinkImport = allowPerUser("link-import/user");
export const allowServiceConnection = allowPerUser("service-connection/user");
export const allowServiceSearch = allowPerUser("service-search/user");
export const allowServiceCover = allowPerUser("service-cover/user");
export const allowImportChange = allowPerUser("import-change/user");
export const allowItemImport = allowPerUser("item-import/user");
export const allowCoverUpload = allowPerUser("cover-upload/user");
export const allowLyricsEdit = allowPerUser("lyrics-edit/user");
export const allowStoredFileRead = allowPerUser("stored-file-read/user");
export const allowDurationFix = allowPerUser("duration-fix/user");
export const allowAccountExport = allowPerUser("account-export/user");
export const allowProfileChange = allowPerUser("profile-change/user");
export const allowEmailChange = allowPerUser("email-change/user");
export const allowAvatarChange = allowPerUser("avatar-change/user");

function allowPerUser(limit: RateLimit): (db: Db, userId: UserId, nowMs: number) => Promise<Allowed> {
  return (db, userId, nowMs) => countAgainstLimit(db, { limit, subject: userId }, nowMs);
}
