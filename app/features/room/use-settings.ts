import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import {
  findSettingsErrors,
  getErrorField,
  getSettingsChange,
  getSettingsUndo,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsUndo,
  toSettingsDraft,
} from "./settings-draft.ts";
import { useUrlAvailability } from "./use-url-availability.ts";

/** Undoes saved settings. Null if they cannot be undone. */
type UndoSettings = (() => Promise<ErrorCode | null>) | null;

/** A change is relative to the room as it was when the form was opened, its undo to the room as it was when it was saved. */
export function useSettings(latestInfo: RoomInfo, onSaved: (undo: UndoSettings) => void) {
  const [info] = useState(latestInfo);
  const latest = useLatestRef(latestInfo);
  const [draft, setDraft] = useState<SettingsDraft>(() => toSettingsDraft(info));
  const { urlError, isUrlFree } = useUrlAvailability(info, draft.url);
  const change = getSettingsChange(info, draft);
  const saving = useSubmit<[], unknown, ErrorCode>(async () => {
    const before = latest.current;
    const saved = await mutation("rooms.update", { id: info.id, ...change });
    if (saved.ok) onSaved(createUndo(before, getSettingsUndo(before, change, saved.value.room_url)));
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

function createUndo({ id }: RoomInfo, undo: SettingsUndo | null): UndoSettings {
  if (!undo) return null;
  return async () => {
    const undone = await mutation("rooms.update", { id, ...undo.former, expected: undo.expected });
    return undone.ok ? null : replaceInternal(undone.error, "room-update-failed");
  };
}
