import { type FormEvent, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { useSecondPress } from "#app/ui/use-second-press.ts";
import { EmailVisibility, ProfileFields } from "./profile-fields.tsx";
import { ProfileNotes } from "./profile-notes.tsx";
import { type ProfileForm, useProfileForm } from "./use-profile-form.ts";

type ProfileDialogProps = { readonly account: Account; readonly onSaved: () => void; readonly onClose: () => void };

/** Edits names, email and the email's visibility. Closing with unsaved changes takes a second press. */
export function ProfileDialog({ account, onSaved, onClose }: ProfileDialogProps) {
  const { t } = useTranslation("account");
  const formId = useId();
  const profile = useProfileForm(account, { onSaved, onClose });
  const form = useFocusInvalid(profile.errors);
  const discarding = useSecondPress({ announcement: t("profile.unsaved"), onConfirm: onClose });
  const close = () => (profile.isChanged ? discarding.press() : onClose());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (profile.canSave) profile.save();
  };

  return (
    <Dialog
      title={t("profile.title")}
      isOpen
      onOpenChange={close}
      width={440}
      footer={<ProfileFooter formId={formId} profile={profile} onCancel={close} />}
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <ProfileFields profile={profile} />
        <EmailVisibility profile={profile} />
        <ProfileNotes profile={profile} isDiscarding={discarding.isArmed} />
      </form>
    </Dialog>
  );
}

type ProfileFooterProps = { readonly formId: string; readonly profile: ProfileForm; readonly onCancel: () => void };

function ProfileFooter({ formId, profile, onCancel }: ProfileFooterProps) {
  const { t } = useTranslation(["account", "shell"]);
  const isSaving = profile.phase === "saving";
  const reason = t(profile.isChanged ? "shell:correctFields" : "shell:nothingChanged");
  const disabledReason = profile.canSave || isSaving ? null : reason;
  return (
    <>
      <span className="flex-1 max-md:hidden" />
      <Button variant="ghost" onPress={onCancel}>
        {t("shell:cancel")}
      </Button>
      <Button type="submit" form={formId} variant="primary" isBusy={isSaving} disabledReason={disabledReason}>
        {t("account:profile.save")}
      </Button>
    </>
  );
}
