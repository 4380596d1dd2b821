import { useEffect, useState } from "react";
import { diffProfile, type Profile, type ProfileField, validateProfile } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type Account, type ProfileChange, saveProfile } from "#app/server-client/account/account.ts";
import { toSpecificCode } from "#app/server-client/to-specific-code.ts";

type Field = ProfileField | "currentPassword";
type FieldErrors = Partial<Record<Field, ErrorCode>>;
type Draft = Profile & { readonly isEmailShown: boolean; readonly currentPassword: string };
type ProfileFormHandlers = { readonly onSaved: () => void; readonly onClose: () => void };

export type ProfileForm = ReturnType<typeof useProfileForm>;

/** The field that an error code of the server refers to. */
const FIELD_OF_ERROR: Partial<Record<ErrorCode, Field>> = {
  "name-too-long": "name",
  "username-taken": "username",
  "profile-username-invalid": "username",
  "email-taken": "email",
  "email-invalid": "email",
  "password-wrong": "currentPassword",
};

/** The draft of a profile and its submission. After saving, the form shows that it was saved and closes after a moment. */
export function useProfileForm(account: Account, { onSaved, onClose }: ProfileFormHandlers) {
  const [draft, setDraft] = useState<Draft>(() => toDraft(account));
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [isSaved, setSaved] = useState(false);
  useCloseAfterSaving(isSaved, onClose);

  const { change, needsPassword, invalid } = evaluateDraft(account, draft);
  const isChanged = Object.keys(change).length > 0 && !isSaved;
  const submission = useSubmit(
    async () => {
      const { currentPassword } = draft;
      const saved = await saveProfile(account._id, { ...change, ...(needsPassword && { currentPassword }) });
      if (saved.ok) onSaved();
      else setRefused(toFieldErrors(saved.error));
      return saved;
    },
    () => setSaved(true),
  );
  const { isPending, error } = submission;
  const hasErrors = Object.keys({ ...invalid, ...refused }).length > 0;

  return {
    draft,
    /** Errors of the fields that were left once, or that the server refused. */
    errors: { ...refused, ...pick(invalid, touched) },
    needsPassword,
    failure: error && !FIELD_OF_ERROR[error] ? toSpecificCode(error, "profile-update-failed") : null,
    phase: isPending ? ("saving" as const) : isSaved ? ("saved" as const) : ("editing" as const),
    isChanged,
    canSave: isChanged && !isPending && !hasErrors,
    edit(part: Partial<Draft>) {
      setDraft({ ...draft, ...part });
      submission.reset();
      setRefused(omit(refused, toAffectedFields(part)));
    },
    touch: (field: Field) => setTouched(new Set([...touched, field])),
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

/** The changes of a draft, whether they need the current password, and the errors of the fields. */
function evaluateDraft(account: Account, draft: Draft) {
  const profile = diffProfile(account, draft);
  const change: ProfileChange = {
    ...profile,
    ...(draft.isEmailShown !== account.isEmailShown && { isEmailShown: draft.isEmailShown }),
  };
  // links that reset the password go to the email, so changing it takes the current password
  const isEmailChanged = profile.email !== undefined && normalize(profile.email) !== normalize(account.email);
  const needsPassword = account.hasPassword && isEmailChanged;
  const invalid: FieldErrors = {
    ...validateProfile(profile),
    ...(needsPassword && draft.currentPassword === "" && { currentPassword: "field-required" }),
  };
  return { change, needsPassword, invalid };
}

function toDraft({ name, username, email, isEmailShown }: Account): Draft {
  return { name, username, email, isEmailShown, currentPassword: "" };
}

function toFieldErrors(error: ErrorCode): FieldErrors {
  const field = FIELD_OF_ERROR[error];
  return field ? { [field]: error } : {};
}

/** The fields whose refusals an edit makes obsolete. Restoring the email also removes the password field. */
function toAffectedFields(edit: Partial<Draft>): readonly string[] {
  return "email" in edit ? [...Object.keys(edit), "currentPassword"] : Object.keys(edit);
}

function pick(errors: FieldErrors, fields: ReadonlySet<string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.has(field)));
}

function omit(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}
