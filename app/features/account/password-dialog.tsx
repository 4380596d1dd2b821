import { CircleAlert } from "lucide-react";
import { type FormEvent, useId } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { type PasswordForm, usePasswordForm } from "./use-password-form.ts";

type PasswordDialogProps = { readonly account: Account; readonly onChanged: () => void; readonly onClose: () => void };

/** Changes the password, or sets the first one of an account that has none. */
export function PasswordDialog({ account, onChanged, onClose }: PasswordDialogProps) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const formId = useId();
  const password = usePasswordForm(account, { onChanged, onClose });
  const form = useFocusInvalid(password.errors);
  const { username, hasPassword } = account;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    password.submit();
  };

  return (
    <Dialog
      title={t(hasPassword ? "password.changeTitle" : "password.setTitle")}
      isOpen
      onOpenChange={onClose}
      width={440}
      footer={<PasswordFooter formId={formId} hasPassword={hasPassword} isBusy={password.isBusy} onCancel={onClose} />}
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <PasswordFields password={password} />
        {/* lets password managers store the password under the right username */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
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

type PasswordFooterProps = {
  readonly formId: string;
  readonly hasPassword: boolean;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
};

function PasswordFooter({ formId, hasPassword, isBusy, onCancel }: PasswordFooterProps) {
  const { t } = useTranslation(["account", "shell"]);
  return (
    <>
      <span className="flex-1 max-md:hidden" />
      <Button variant="ghost" onPress={onCancel}>
        {t("shell:cancel")}
      </Button>
      <Button type="submit" form={formId} variant="primary" isBusy={isBusy}>
        {t(hasPassword ? "account:changePassword" : "account:setPassword")}
      </Button>
    </>
  );
}
