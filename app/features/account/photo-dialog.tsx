import { CircleAlert, Palette } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { mutation } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { type CropArea, firstArea } from "./crop-area.ts";
import { cropPhoto } from "./crop-photo.ts";
import { PhotoChoice } from "./photo-choice.tsx";
import { PhotoCrop } from "./photo-crop.tsx";
import { type Photo, readPhoto } from "./read-photo.ts";

type PhotoDialogProps = { readonly user: SessionUser; readonly onChanged: () => void; readonly onClose: () => void };
type Chosen = { readonly photo: Photo; readonly area: CropArea };

/** One's face: a photo, or a color. */
export function PhotoDialog({ user, onChanged, onClose }: PhotoDialogProps) {
  const { t } = useTranslation(["account", "shell"]);
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [busy, setBusy] = useState<"reading" | "photo" | "color" | null>(null);
  const isOther = (own: typeof busy) => busy !== null && busy !== own;
  const hasColor = user.avatar.startsWith("#");

  const photo = chosen?.photo ?? null;
  useEffect(() => () => photo?.bitmap.close(), [photo]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const choose = async (file: File) => {
    setError(null);
    setBusy("reading");
    const read = await readPhoto(file);
    if (isGone.current) return void (read.ok && read.value.bitmap.close());
    setBusy(null);
    if (read.ok) setChosen({ photo: read.value, area: firstArea(read.value) });
    else setError(read.error);
  };
  const chooseAnother = () => {
    setChosen(null);
    setError(null);
  };

  const done = (title: string) => {
    notify({ title, variant: "success" });
    onChanged();
    onClose();
  };
  const save = async ({ photo, area }: Chosen) => {
    const cropped = cropPhoto(photo, area);
    if (!cropped.ok) return setError(cropped.error);
    setError(null);
    setBusy("photo");
    const saved = await mutation("users.updateAvatar", { id: user.id, ...cropped.value });
    setBusy(null);
    if (!saved.ok) return void notify({ title: errorText("avatar-update-failed"), variant: "error" });
    done(t("account:photo.saved"));
  };
  const takeColor = async () => {
    setBusy("color");
    const changed = await mutation("users.generateNewAvatarColor", { id: user.id });
    setBusy(null);
    if (!changed.ok) return void notify({ title: errorText("avatar-reset-failed"), variant: "error" });
    done(t(hasColor ? "account:photo.colorChanged" : "account:photo.colorSet"));
  };

  return (
    <Dialog
      title={t("account:photo.title")}
      isOpen
      onOpenChange={onClose}
      isDismissable={busy === null || busy === "reading"}
      width={440}
      footer={
        <>
          <Button
            variant="ghost"
            icon={<Palette />}
            isBusy={busy === "color"}
            isDisabled={isOther("color")}
            onPress={() => void takeColor()}
          >
            {t(hasColor ? "account:photo.newColor" : "account:photo.useColor")}
          </Button>
          <span className="flex-1 max-md:hidden" />
          {chosen && (
            <Button variant="primary" isBusy={busy === "photo"} isDisabled={isOther("photo")} onPress={() => void save(chosen)}>
              {t("account:photo.save")}
            </Button>
          )}
        </>
      }
    >
      {chosen ? (
        <PhotoCrop photo={chosen.photo} area={chosen.area} onChange={(area) => setChosen({ ...chosen, area })} />
      ) : (
        <PhotoChoice isReading={busy === "reading"} isDisabled={busy === "color"} onFile={(file) => void choose(file)} />
      )}
      {error && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(error)}
        </Note>
      )}
      {chosen && (
        <Button size="sm" variant="ghost" className="justify-self-start" isDisabled={busy !== null} onPress={chooseAnother}>
          {t("account:photo.another")}
        </Button>
      )}
    </Dialog>
  );
}
