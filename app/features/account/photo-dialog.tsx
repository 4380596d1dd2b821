import { CircleAlert, Palette } from "lucide-react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { PhotoCrop } from "./photo-crop.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import { type AvatarChange, useAvatarChange } from "./use-avatar-change.ts";
import { type PhotoSelection, usePhotoSelection } from "./use-photo-selection.ts";

type PhotoDialogProps = { readonly user: SessionUser; readonly onChanged: () => void; readonly onClose: () => void };

/** Replaces the avatar with a cropped photo or a random color. */
export function PhotoDialog({ user, onChanged, onClose }: PhotoDialogProps) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const selection = usePhotoSelection();
  const change = useAvatarChange(user, { onChanged, onClose });
  const { selected, error } = selection;
  const isChanging = change.isSavingPhoto || change.isSettingColor;

  return (
    <Dialog
      title={t("photo.title")}
      isOpen
      onOpenChange={onClose}
      isDismissable={!isChanging}
      width={440}
      footer={<PhotoFooter selection={selection} change={change} />}
    >
      {selected ? (
        <PhotoCrop photo={selected.photo} area={selected.area} onChange={selection.setArea} />
      ) : (
        <PhotoPicker isReading={selection.isReading} isDisabled={change.isSettingColor} onFile={selection.readFile} />
      )}
      {error && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(error)}
        </Note>
      )}
      {selected && (
        <Button size="sm" variant="ghost" className="justify-self-start" isDisabled={isChanging} onPress={selection.clear}>
          {t("photo.another")}
        </Button>
      )}
    </Dialog>
  );
}

type PhotoFooterProps = { readonly selection: PhotoSelection; readonly change: AvatarChange };

function PhotoFooter({ selection, change }: PhotoFooterProps) {
  const { t } = useTranslation("account");
  const { isSavingPhoto, isSettingColor } = change;
  const save = () => {
    const photo = selection.crop();
    if (photo) change.savePhoto(photo);
  };
  return (
    <>
      <Button
        variant="ghost"
        icon={<Palette />}
        isBusy={isSettingColor}
        isDisabled={isSavingPhoto || selection.isReading}
        onPress={change.setColor}
      >
        {t(change.hasColor ? "photo.newColor" : "photo.useColor")}
      </Button>
      <span className="flex-1 max-md:hidden" />
      {selection.selected && (
        <Button variant="primary" isBusy={isSavingPhoto} isDisabled={isSettingColor} onPress={save}>
          {t("photo.save")}
        </Button>
      )}
    </>
  );
}
