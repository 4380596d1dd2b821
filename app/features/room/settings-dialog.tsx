import { CircleAlert } from "lucide-react";
import { type FormEvent, useId } from "react";
import { can, type EffectiveRole } from "#app/domain/access/permissions.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { DeleteRoomButton } from "./delete-room-button.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSettings } from "./use-settings.ts";

type SettingsDialogProps = {
  readonly info: RoomInfo;
  readonly effectiveRole: EffectiveRole;
  readonly onClose: () => void;
};

/** The settings of a room, and its deletion. */
export function SettingsDialog({ info, effectiveRole, onClose }: SettingsDialogProps) {
  const { t } = useTranslation(["roomSettings", "people", "shell"]);
  const errorText = useErrorText();
  const formId = useId();
  const notifySaved = useSavedNotice();
  const settings = useSettings(info, (undo) => {
    notifySaved(undo);
    onClose();
  });
  const { errors, isBusy, canSave, save } = settings;
  const reason = t(Object.keys(errors).length > 0 ? "shell:correctFields" : "shell:nothingChanged");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) void save();
  };
  const footer = (
    <>
      {can(effectiveRole, "delete-room", info) && <DeleteRoomButton info={info} />}
      <span className="flex-1 max-md:hidden" />
      <CancelButton onPress={onClose} />
      <Button type="submit" form={formId} variant="primary" isBusy={isBusy} disabledReason={canSave ? null : reason}>
        {t("save")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("people:roomSettings")} isOpen onOpenChange={onClose} width={520} footer={footer}>
      <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
        {errors.form && (
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            <p className="font-strong">{errorText("settings-update-failed")}</p>
            {errorText(replaceInternal(errors.form, "room-update-failed"))}
          </Note>
        )}
        <SettingsFields info={info} settings={settings} />
      </form>
    </Dialog>
  );
}

function CancelButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <Button variant="ghost" onPress={onPress}>
      {t("cancel")}
    </Button>
  );
}

/** Shows that the settings are saved, with the offer to undo that. */
function useSavedNotice() {
  const { t } = useTranslation("roomSettings");
  const offerUndo = useOfferUndo();
  return (undo: Parameters<typeof offerUndo>[1] | null) => {
    const notice = { title: t("saved"), variant: "success" } as const;
    if (undo) offerUndo(notice, undo);
    else notify(notice);
  };
}
