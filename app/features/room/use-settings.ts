import { useEffect, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo, Visibility } from "#app/domain/room/room.ts";
import { parseRoomDescription, parseRoomName, parseRoomUrl } from "#app/domain/room/room-naming.ts";
import { type FunctionArgs, mutation, query } from "#app/server-client/functions.ts";

/** A room's settings as they stand in the form. */
export type SettingsDraft = {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly hasPassword: boolean;
  /** Null: the one that is set stays. */
  readonly newPassword: string | null;
  readonly isFair: boolean;
  readonly isLeveled: boolean;
};
export type SettingsErrors = Partial<Record<"name" | "url" | "description" | "password" | "form", ErrorCode>>;

type Update = FunctionArgs<"rooms.update">;

/** Typing pauses this long before the server is asked whether an address is free. */
const TYPED_MS = 350;

/** @param latest as the room is now; what is changed is told from what it was when the form was opened */
export function useSettings(latest: RoomInfo) {
  const [info] = useState(latest);
  const [draft, setDraft] = useState<SettingsDraft>(() => draftOf(info));
  const [refused, setRefused] = useState<SettingsErrors>({});
  const [isBusy, setBusy] = useState(false);
  const { urlError, isUrlFree } = useUrl(info, draft.url);
  const change = changeOf(info, draft);
  const found: SettingsErrors = { ...errorsOf(info, draft), ...(urlError && { url: urlError }) };
  const errors: SettingsErrors = { ...refused, ...found };
  const isChanged = Object.keys(change).length > 0;
  const isValid = Object.keys(found).length === 0;

  return {
    draft,
    errors,
    isUrlFree,
    isBusy,
    maySave: isChanged && isValid,
    edit(changed: Partial<SettingsDraft>) {
      setRefused({});
      setDraft((before) => ({ ...before, ...changed }));
    },
    /** Whether it was saved. */
    async save(): Promise<boolean> {
      setBusy(true);
      const saved = await mutation("rooms.update", { id: info.id, ...change });
      setBusy(false);
      if (!saved.ok) setRefused({ [fieldOf(saved.error)]: saved.error });
      return saved.ok;
    },
  };
}

function draftOf({ name, url, description, visibility, hasPassword, isFair, isLeveled }: RoomInfo): SettingsDraft {
  return { name, url, description, visibility, hasPassword, newPassword: null, isFair, isLeveled };
}

/** Only what differs. */
function changeOf(info: RoomInfo, draft: SettingsDraft): Omit<Update, "id"> {
  const { name, url, description, visibility, hasPassword, newPassword, isFair, isLeveled } = draft;
  return {
    ...(name.trim() !== info.name && { name }),
    ...(url.trim() !== info.url && { room_url: url }),
    ...(description.trim() !== info.description && { description }),
    ...(visibility !== info.visibility && { visibility }),
    ...(hasPassword && newPassword !== null && { password: newPassword }),
    ...(!hasPassword && info.hasPassword && { password: null }),
    ...(isFair !== info.isFair && { isFair }),
    ...(isLeveled !== info.isLeveled && { isLeveled }),
  };
}

function errorsOf(info: RoomInfo, { name, url, description, hasPassword, newPassword }: SettingsDraft): SettingsErrors {
  const [parsedName, parsedUrl, parsedText] = [parseRoomName(name), parseRoomUrl(url), parseRoomDescription(description)];
  const isBlank = hasPassword && newPassword !== null && newPassword.trim() === "";
  return {
    ...(!parsedName.ok && { name: parsedName.error }),
    ...(!parsedUrl.ok && url.trim() !== info.url && { url: parsedUrl.error }),
    ...(!parsedText.ok && { description: parsedText.error }),
    ...(isBlank && { password: "field-required" as const }),
  };
}

/** What the server says of an address while it is typed. */
function useUrl({ id, url: own }: RoomInfo, url: string): { readonly urlError: ErrorCode | null; readonly isUrlFree: boolean } {
  const [said, setSaid] = useState<{ readonly url: string; readonly error: ErrorCode | null } | null>(null);
  const wanted = url.trim().toLowerCase();
  useEffect(() => {
    if (wanted === own || !parseRoomUrl(wanted).ok) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const looked = await query("rooms.getRoomInfoByUrl", { room_url: wanted, exclude_id: id });
      if (isCurrent && looked.ok) setSaid({ url: wanted, error: looked.value.urlError });
    }, TYPED_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted, own, id]);
  const isSaid = said?.url === wanted;
  return { urlError: isSaid ? said.error : null, isUrlFree: isSaid && said.error === null };
}

const FIELDS: Partial<Record<ErrorCode, keyof SettingsErrors>> = {
  "room-name-required": "name",
  "room-name-too-long": "name",
  "room-url-invalid": "url",
  "room-url-reserved": "url",
  "room-url-taken": "url",
  "room-description-too-long": "description",
  "password-too-long": "password",
  "field-required": "password",
};

function fieldOf(error: ErrorCode): keyof SettingsErrors {
  return FIELDS[error] ?? "form";
}
