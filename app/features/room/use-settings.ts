import { useEffect, useState } from "react";
import { mutation, query } from "#app/backend/call.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo, Visibility } from "#app/domain/room.ts";
import { parseRoomDescription, parseRoomName, parseRoomUrl } from "#app/domain/room-naming.ts";
import type { FunctionArgs } from "#workers/functions/registry.ts";

/** A room's settings as they stand in the form. */
export type SettingsDraft = {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly hasPassword: boolean;
  /** Null: the one that is set stays. */
  readonly newPassword: string | null;
};
export type SettingsErrors = Partial<Record<"name" | "url" | "description" | "password" | "form", ErrorCode>>;

type Update = FunctionArgs<"rooms.update">;

/** Typing pauses this long before the server is asked whether an address is free. */
const TYPED_MS = 350;

export function useSettings(info: RoomInfo) {
  const [draft, setDraft] = useState<SettingsDraft>(() => draftOf(info));
  const [refused, setRefused] = useState<SettingsErrors>({});
  const [isBusy, setBusy] = useState(false);
  const urlError = useUrlError(info, draft.url);
  const change = changeOf(info, draft);
  const errors: SettingsErrors = { ...refused, ...errorsOf(draft), ...(urlError && { url: urlError }) };
  const isChanged = Object.keys(change).length > 0;
  const isValid = Object.keys({ ...errorsOf(draft), ...(urlError && { url: urlError }) }).length === 0;

  return {
    draft,
    errors,
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

function draftOf({ name, url, description, visibility, hasPassword }: RoomInfo): SettingsDraft {
  return { name, url, description, visibility, hasPassword, newPassword: null };
}

/** Only what differs. */
function changeOf(info: RoomInfo, draft: SettingsDraft): Omit<Update, "id"> {
  const { name, url, description, visibility, hasPassword, newPassword } = draft;
  return {
    ...(name.trim() !== info.name && { name }),
    ...(url.trim() !== info.url && { room_url: url }),
    ...(description.trim() !== info.description && { description }),
    ...(visibility !== info.visibility && { visibility }),
    ...(hasPassword && newPassword !== null && { password: newPassword }),
    ...(!hasPassword && info.hasPassword && { password: null }),
  };
}

function errorsOf({ name, url, description, hasPassword, newPassword }: SettingsDraft): SettingsErrors {
  const [parsedName, parsedUrl, parsedText] = [parseRoomName(name), parseRoomUrl(url), parseRoomDescription(description)];
  const isBlank = hasPassword && newPassword !== null && newPassword.trim() === "";
  return {
    ...(!parsedName.ok && { name: parsedName.error }),
    ...(!parsedUrl.ok && { url: parsedUrl.error }),
    ...(!parsedText.ok && { description: parsedText.error }),
    ...(isBlank && { password: "field-required" as const }),
  };
}

/** What the server says of an address while it is typed. */
function useUrlError({ id, url: own }: RoomInfo, url: string): ErrorCode | null {
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
  return said?.url === wanted ? said.error : null;
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
