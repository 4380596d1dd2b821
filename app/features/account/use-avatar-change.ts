import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { mutation } from "#app/server-client/functions.ts";
import { toSpecificCode } from "#app/server-client/to-specific-code.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { CroppedPhoto } from "./crop-photo.ts";

type AvatarChangeHandlers = { readonly onChanged: () => void; readonly onClose: () => void };

export type AvatarChange = ReturnType<typeof useAvatarChange>;

/** Sets the avatar to a photo or to a random color. A notice shows each result. */
export function useAvatarChange(user: SessionUser, { onChanged, onClose }: AvatarChangeHandlers) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const hasColor = user.avatar.startsWith("#");
  const finish = (title: string) => {
    notify({ title, variant: "success" });
    onChanged();
    onClose();
  };

  const photo = useSubmit(
    async (cropped: CroppedPhoto) => {
      const saved = await mutation("users.updateAvatar", { id: user.id, ...cropped });
      if (!saved.ok) notify({ title: errorText(toSpecificCode(saved.error, "avatar-update-failed")), variant: "error" });
      return saved;
    },
    () => finish(t("photo.saved")),
  );
  const color = useSubmit(
    async () => {
      const changed = await mutation("users.generateNewAvatarColor", { id: user.id });
      if (!changed.ok) notify({ title: errorText(toSpecificCode(changed.error, "avatar-reset-failed")), variant: "error" });
      return changed;
    },
    () => finish(t(hasColor ? "photo.colorChanged" : "photo.colorSet")),
  );

  return {
    /** Whether the present avatar is a color. */
    hasColor,
    isSavingPhoto: photo.isPending,
    isSettingColor: color.isPending,
    savePhoto: (cropped: CroppedPhoto) => void photo.submit(cropped),
    setColor: () => void color.submit(),
  };
}
