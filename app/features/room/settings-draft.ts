import type { RoomOpening } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo, Visibility } from "#app/domain/room/room.ts";
import { parseRoomDescription, parseRoomName, parseRoomUrl } from "#app/domain/room/room-naming.ts";
import type { SkipVoteShare } from "#app/domain/room/skip-vote-share.ts";
import type { FunctionArgs } from "#app/server-client/functions.ts";

/** The values of the settings form. */
export type SettingsDraft = RoomOpening & {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly hasPassword: boolean;
  /** Null leaves the current password. */
  readonly newPassword: string | null;
  readonly isFair: boolean;
  readonly isLeveled: boolean;
  readonly skipVoteShare: SkipVoteShare | null;
  readonly hasQueueVotes: boolean;
};

/** Errors by field. `form` holds an error that belongs to no field. */
export type SettingsErrors = Partial<Record<"name" | "url" | "description" | "password" | "form", ErrorCode>>;

export type SettingsChange = Omit<FunctionArgs<"rooms.update">, "id" | "expected">;
type SettingsWithoutPassword = Omit<SettingsChange, "password">;

export function toSettingsDraft(info: RoomInfo): SettingsDraft {
  const { name, url, description, visibility, hasPassword } = info;
  const { isFair, isLeveled, guestsMayControl, guestsMayAdd, skipVoteShare, hasQueueVotes } = info;
  const rules = { isFair, isLeveled, guestsMayControl, guestsMayAdd, skipVoteShare, hasQueueVotes };
  return { name, url, description, visibility, hasPassword, newPassword: null, ...rules };
}

/** The settings that differ from those of the room. */
export function getSettingsChange(info: RoomInfo, draft: SettingsDraft): SettingsChange {
  const { name, url, description, visibility, hasPassword, newPassword } = draft;
  const { isFair, isLeveled, guestsMayControl, guestsMayAdd, skipVoteShare, hasQueueVotes } = draft;
  return {
    ...(name.trim() !== info.name && { name }),
    ...(url.trim() !== info.url && { room_url: url }),
    ...(description.trim() !== info.description && { description }),
    ...(visibility !== info.visibility && { visibility }),
    ...(hasPassword && newPassword !== null && { password: newPassword }),
    ...(!hasPassword && info.hasPassword && { password: null }),
    ...(isFair !== info.isFair && { isFair }),
    ...(isLeveled !== info.isLeveled && { isLeveled }),
    ...(guestsMayControl !== info.guestsMayControl && { guestsMayControl }),
    ...(guestsMayAdd !== info.guestsMayAdd && { guestsMayAdd }),
    ...(skipVoteShare !== info.skipVoteShare && { skipVoteShare }),
    ...(hasQueueVotes !== info.hasQueueVotes && { hasQueueVotes }),
  };
}

/** The settings before a change and after it, without the password, whose former value is not known. */
export type SettingsUndo = { readonly former: SettingsWithoutPassword; readonly expected: SettingsWithoutPassword };

/** The undo of a change, as it was stored in the room at `url`. Null if only the password has changed. */
export function getSettingsUndo(info: RoomInfo, change: SettingsChange, url: string): SettingsUndo | null {
  const { password: _password, name, description, room_url, ...others } = change;
  const parsedName = name === undefined ? null : parseRoomName(name);
  const parsedDescription = description === undefined ? null : parseRoomDescription(description);
  const expected: SettingsWithoutPassword = {
    ...others,
    ...(parsedName?.ok && { name: parsedName.value }),
    ...(parsedDescription?.ok && { description: parsedDescription.value }),
    ...(room_url !== undefined && { room_url: url }),
  };
  const settings = { ...info, room_url: info.url };
  const names = Object.keys(expected) as (keyof SettingsWithoutPassword)[];
  if (names.length === 0) return null;
  return { former: Object.fromEntries(names.map((name) => [name, settings[name]])), expected };
}

/** The errors that can be found without the server. The current url is always valid. */
export function findSettingsErrors(info: RoomInfo, draft: SettingsDraft): SettingsErrors {
  const { name, url, description, hasPassword, newPassword } = draft;
  const parsedName = parseRoomName(name);
  const parsedUrl = parseRoomUrl(url);
  const parsedDescription = parseRoomDescription(description);
  const isPasswordBlank = hasPassword && newPassword !== null && newPassword.trim() === "";
  return {
    ...(!parsedName.ok && { name: parsedName.error }),
    ...(!parsedUrl.ok && url.trim() !== info.url && { url: parsedUrl.error }),
    ...(!parsedDescription.ok && { description: parsedDescription.error }),
    ...(isPasswordBlank && { password: "field-required" as const }),
  };
}

/** The field that an error of the server belongs to. */
export function getErrorField(error: ErrorCode): keyof SettingsErrors {
  return ERROR_FIELDS[error] ?? "form";
}

const ERROR_FIELDS: Partial<Record<ErrorCode, keyof SettingsErrors>> = {
  "room-name-required": "name",
  "room-name-too-long": "name",
  "room-url-invalid": "url",
  "room-url-reserved": "url",
  "room-url-taken": "url",
  "room-description-too-long": "description",
  "password-too-long": "password",
  "field-required": "password",
};
