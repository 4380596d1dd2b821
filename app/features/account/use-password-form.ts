import { useState } from "react";
import { validateNewPassword } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type Account, changePassword } from "#app/server-client/account/account.ts";
import { notify } from "#app/ui/notice-store.ts";

const FIELDS = ["currentPassword", "newPassword", "again"] as const;
type Field = (typeof FIELDS)[number];
type Draft = Readonly<Record<Field, string>>;
type FieldErrors = Partial<Record<Field, ErrorCode>>;
type PasswordFormHandlers = { readonly onChanged: () => void; readonly onClose: () => void };

export type PasswordForm = ReturnType<typeof usePasswordForm>;

const EMPTY_DRAFT: Draft = { currentPassword: "", newPassword: "", again: "" };

/** The draft of a new password and its submission. */
export function usePasswordForm(account: Account, { onChanged, onClose }: PasswordFormHandlers) {
  const { _id: userId, hasPassword } = account;
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [errors, setErrors] = useState<FieldErrors>({});
  const notifyChanged = useChangeNotice(hasPassword);

  const submission = useSubmit(async () => {
    const { newPassword, currentPassword } = draft;
    const changed = await changePassword({ userId, newPassword, ...(hasPassword && { currentPassword }) });
    if (changed.ok) {
      notifyChanged();
      onChanged();
    } else if (isField(changed.error.field)) {
      setErrors({ [changed.error.field]: changed.error.code });
    }
    return changed;
  }, onClose);
  const { error: refusal, isPending } = submission;

  return {
    fields: FIELDS.filter((field) => hasPassword || field !== "currentPassword"),
    draft,
    errors,
    /** An error that concerns no single field. */
    failure: refusal && !isField(refusal.field) ? refusal.code : null,
    isBusy: isPending,
    edit(field: Field, value: string) {
      const next = { ...draft, [field]: value };
      setDraft(next);
      setErrors(withoutResolved(errors, field, validate(next, hasPassword)));
    },
    submit() {
      if (isPending) return;
      const invalid = validate(draft, hasPassword);
      setErrors(invalid);
      submission.reset();
      if (Object.keys(invalid).length === 0) void submission.submit();
    },
  };
}

function useChangeNotice(hasPassword: boolean): () => void {
  const { t } = useTranslation("account");
  return () => {
    const title = t(hasPassword ? "password.changed" : "password.set");
    notify({ title, message: t("password.elsewhere"), variant: "success" });
  };
}

function isField(name: string | null): name is Field {
  return FIELDS.some((field) => field === name);
}

/**
 * The errors that remain after an edit: not those of the edited field, nor those of fields that have become valid. Only the
 * server can check the current password, so its error remains until that field is edited.
 */
function withoutResolved(errors: FieldErrors, edited: Field, invalid: FieldErrors): FieldErrors {
  const remaining = FIELDS.filter(
    (field) => field !== edited && errors[field] && (invalid[field] || field === "currentPassword"),
  );
  return Object.fromEntries(remaining.map((field) => [field, errors[field]]));
}

function validate({ currentPassword, newPassword, again }: Draft, hasPassword: boolean): FieldErrors {
  const { password, ...repetition } = validateNewPassword(newPassword, again);
  return {
    ...(hasPassword && currentPassword === "" && { currentPassword: "field-required" }),
    ...(password && { newPassword: password }),
    ...repetition,
  };
}
