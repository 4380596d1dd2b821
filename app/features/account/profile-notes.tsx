import { Check, CircleAlert } from "lucide-react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

type ProfileNotesProps = {
  readonly profile: ProfileForm;
  /** True after one press on Close with unsaved changes; a second press discards them. */
  readonly isDiscarding: boolean;
};

/** The results of saving, and the warning about unsaved changes. */
export function ProfileNotes({ profile: { failure, phase }, isDiscarding }: ProfileNotesProps) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  return (
    <>
      {failure && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(failure)}
        </Note>
      )}
      {isDiscarding && (
        <Note tone="warn" icon={<CircleAlert />}>
          {t("profile.unsaved")}
        </Note>
      )}
      {phase === "saved" && (
        <Note tone="live" role="status" icon={<Check />}>
          {t("profile.saved")}
        </Note>
      )}
    </>
  );
}
