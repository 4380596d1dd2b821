import { CircleAlert } from "lucide-react";
import { type FormEvent, useId } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { FormFooter } from "./form-footer.tsx";
import { type PasswordForm, usePasswordForm } from "./use-password-form.ts";

type PasswordDialogProps = { readonly account: Account; readonly onChanged: () => void; readonly onClose: () => void };

/** Changes the password, or sets the first one of an account that has none. */
export function PasswordDialog({ account, onChanged, onClose }: PasswordDialogProps) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const formId = useId();
  const password = usePasswordForm(account, { onChanged, onClose });
  const form = useFocusInvalid(password.errors);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    password.submit();
  };

  return (
    <Dialog
      title={t(account.hasPassword ? "password.changeTitle" : "password.setTitle")}
      isOpen
      onOpenChange={onClose}
      width={440}
      footer={
        <FormFooter
          formId={formId}
          label={t(account.hasPassword ? "changePassword" : "setPassword")}
          isBusy={password.isBusy}
          onCancel={onClose}
        />
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <PasswordFields password={password} />
        {/* lets password managers store the password under the right username */}
        <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
        {password.failure && (
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            {errorText(password.failure)}
          </Note>
        )}
      </form>
    </Dialog>
  );
}

const LABELS = {
  currentPassword: "password.current",
  newPassword: "password.next",
  again: "password.again",
} as const;

function PasswordFields({ password }: { readonly password: PasswordForm }) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const { fields, draft, errors, isBusy, edit } = password;
  return (
    <>
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
          {...(field === "newPassword" && { hint: t("password.hint") })}
        />
      ))}
    </>
  );
}
