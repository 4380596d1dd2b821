import { CircleAlert } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { newPasswordErrors } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { type Account, changePassword } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";

type PasswordDialogProps = { readonly account: Account; readonly onChanged: () => void; readonly onClose: () => void };

const FIELDS = ["currentPassword", "newPassword", "again"] as const;
type Field = (typeof FIELDS)[number];
type Draft = Readonly<Record<Field, string>>;
type FieldErrors = Partial<Record<Field, ErrorCode>>;

const EMPTY: Draft = { currentPassword: "", newPassword: "", again: "" };

/** Another password, or the first one of somebody who came from elsewhere. */
export function PasswordDialog({ account, onChanged, onClose }: PasswordDialogProps) {
  const { t } = useTranslation(["account", "shell"]);
  const errorText = useErrorText();
  const formId = useId();
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useFocusInvalid(errors);
  const { _id: userId, username, hasPassword } = account;
  const fields = FIELDS.filter((field) => hasPassword || field !== "currentPassword");

  const edit = (field: Field, value: string) => {
    const next = { ...draft, [field]: value };
    setDraft(next);
    // an error goes as soon as the value is right
    const wrong = passwordErrors(next, hasPassword);
    const isStill = (one: Field) => one !== field && errors[one] && (wrong[one] || one === "currentPassword");
    setErrors(Object.fromEntries(FIELDS.filter(isStill).map((one) => [one, errors[one]])));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = passwordErrors(draft, hasPassword);
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    const { newPassword, currentPassword } = draft;
    setBusy(true);
    const changed = await changePassword({ userId, newPassword, ...(hasPassword && { currentPassword }) });
    setBusy(false);
    if (changed.ok) {
      const title = t(hasPassword ? "account:password.changed" : "account:password.set");
      notify({ title, message: t("account:password.elsewhere"), variant: "success" });
      onChanged();
      return onClose();
    }
    const { code, field } = changed.error;
    const blamed = FIELDS.find((one) => one === field);
    if (blamed) setErrors({ [blamed]: code });
    else setFailure(code);
  };

  return (
    <Dialog
      title={t(hasPassword ? "account:password.changeTitle" : "account:password.setTitle")}
      isOpen
      onOpenChange={onClose}
      width={440}
      footer={
        <>
          <span className="flex-1 max-md:hidden" />
          <Button variant="ghost" onPress={onClose}>
            {t("shell:cancel")}
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy}>
            {t(hasPassword ? "account:changePassword" : "account:setPassword")}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(LABELS[field])}
            name={field}
            type="password"
            autoComplete={field === "currentPassword" ? "current-password" : "new-password"}
            value={draft[field]}
            isReadOnly={isBusy}
            onChange={(value) => edit(field, value)}
            error={errors[field] ? errorText(errors[field]) : null}
            {...(field === "newPassword" && { hint: t("account:password.hint") })}
          />
        ))}
        {/* for those who keep passwords: whose this one is */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {failure && (
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            {errorText(failure)}
          </Note>
        )}
      </form>
    </Dialog>
  );
}

const LABELS = {
  currentPassword: "account:password.current",
  newPassword: "account:password.next",
  again: "account:password.again",
} as const;

function passwordErrors({ currentPassword, newPassword, again }: Draft, hasPassword: boolean): FieldErrors {
  const { password, ...repeated } = newPasswordErrors(newPassword, again);
  return {
    ...(hasPassword && currentPassword === "" && { currentPassword: "field-required" }),
    ...(password && { newPassword: password }),
    ...repeated,
  };
}
