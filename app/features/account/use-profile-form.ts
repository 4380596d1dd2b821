import { useEffect, useState } from "react";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type Account, saveProfile } from "#app/server-client/account/account.ts";
import { toSpecificCode } from "#app/server-client/to-specific-code.ts";
import {
  createProfileDraft,
  evaluateProfile,
  findProfileField,
  type ProfileDraft,
  type ProfileErrors,
  type ProfileFormField,
  pickErrors,
  toProfileErrors,
  withoutObsoleteErrors,
} from "./profile-draft.ts";

type ProfileFormHandlers = { readonly onSaved: () => void; readonly onClose: () => void };

export type ProfileForm = ReturnType<typeof useProfileForm>;

/** The draft of a profile and its submission. After saving, the form shows that it was saved and closes after a moment. */
export function useProfileForm(account: Account, { onSaved, onClose }: ProfileFormHandlers) {
  const [draft, setDraft] = useState<ProfileDraft>(() => createProfileDraft(account));
  const [touched, setTouched] = useState<ReadonlySet<ProfileFormField>>(new Set());
  const [refused, setRefused] = useState<ProfileErrors>({});
  const [isSaved, setSaved] = useState(false);
  useCloseAfterSaving(isSaved, onClose);

  const { change, needsPassword, invalid } = evaluateProfile(account, draft);
  const isChanged = Object.keys(change).length > 0 && !isSaved;
  const submission = useSubmit(
    async () => {
      const { currentPassword } = draft;
      const saved = await saveProfile(account._id, { ...change, ...(needsPassword && { currentPassword }) });
      if (saved.ok) onSaved();
      else setRefused(toProfileErrors(saved.error));
      return saved;
    },
    () => setSaved(true),
  );
  const { isPending, error } = submission;
  const hasErrors = Object.keys({ ...invalid, ...refused }).length > 0;

  return {
    draft,
    /** Errors of the fields that were left once, or that the server refused. */
    errors: { ...refused, ...pickErrors(invalid, touched) },
    needsPassword,
    failure: error && !findProfileField(error) ? toSpecificCode(error, "profile-update-failed") : null,
    phase: isPending ? ("saving" as const) : isSaved ? ("saved" as const) : ("editing" as const),
    isChanged,
    canSave: isChanged && !isPending && !hasErrors,
    edit(part: Partial<ProfileDraft>) {
      setDraft({ ...draft, ...part });
      submission.reset();
      setRefused(withoutObsoleteErrors(refused, part));
    },
    touch: (field: ProfileFormField) => setTouched(new Set([...touched, field])),
    save: () => void submission.submit(),
  };
}

/** Closes the form a moment after it was saved. */
function useCloseAfterSaving(isSaved: boolean, onClose: () => void): void {
  const close = useLatestRef(onClose);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => close.current(), accountLimits.profileSavedNoticeMs);
    return () => clearTimeout(timer);
  }, [isSaved, close]);
}
