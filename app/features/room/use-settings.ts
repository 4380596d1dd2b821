import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import {
  findSettingsErrors,
  getErrorField,
  getSettingsChange,
  type SettingsDraft,
  type SettingsErrors,
  toSettingsDraft,
} from "./settings-draft.ts";
import { useUrlAvailability } from "./use-url-availability.ts";

/** @param latestInfo only its first value is used: a change is relative to the room as it was when the form was opened */
export function useSettings(latestInfo: RoomInfo, onSaved: () => void) {
  const [info] = useState(latestInfo);
  const [draft, setDraft] = useState<SettingsDraft>(() => toSettingsDraft(info));
  const { urlError, isUrlFree } = useUrlAvailability(info, draft.url);
  const change = getSettingsChange(info, draft);
  const saving = useSubmit<[], unknown, ErrorCode>(async () => {
    const saved = await mutation("rooms.update", { id: info.id, ...change });
    if (saved.ok) onSaved();
    return saved;
  });
  const foundErrors: SettingsErrors = { ...findSettingsErrors(info, draft), ...(urlError && { url: urlError }) };
  const serverErrors: SettingsErrors = saving.error ? { [getErrorField(saving.error)]: saving.error } : {};
  const errors: SettingsErrors = { ...serverErrors, ...foundErrors };

  return {
    draft,
    errors,
    isUrlFree,
    isBusy: saving.isPending,
    canSave: Object.keys(change).length > 0 && Object.keys(foundErrors).length === 0,
    edit(changed: Partial<SettingsDraft>) {
      saving.reset();
      setDraft((current) => ({ ...current, ...changed }));
    },
    save: saving.submit,
  };
}
