import { CircleAlert } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import { fail } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type Account, type AccountRefusal, confirmSession } from "#app/server-client/account/account.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { FormFooter } from "./form-footer.tsx";

type ConfirmationDialogProps = {
  readonly account: Account;
  /** The provider to link. */
  readonly provider: Provider;
  readonly onConfirmed: (provider: Provider) => void;
  readonly onClose: () => void;
};

const REQUIRED: AccountRefusal = { code: "field-required", field: "currentPassword" };

/** Confirms the session with the password, before a provider is linked. */
export function ConfirmationDialog({ account, provider, onConfirmed, onClose }: ConfirmationDialogProps) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const formId = useId();
  const { password, error, isPending, edit, submit } = useConfirmation(() => onConfirmed(provider));
  const form = useFocusInvalid(error);
  const name = { provider: PROVIDER_NAMES[provider] };

  return (
    <Dialog
      title={t("confirmation.title")}
      isOpen
      onOpenChange={onClose}
      width={440}
      isForTyping
      footer={<FormFooter formId={formId} label={t("confirmation.submit")} isBusy={isPending} onCancel={onClose} />}
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">{t("confirmation.text", name)}</p>
        <TextField
          label={t("password.current")}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={password}
          isReadOnly={isPending}
          onChange={edit}
          error={error?.field ? errorText(error.code, name) : null}
        />
        {/* lets password managers find the password */}
        <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
        {error && !error.field && (
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            {errorText(error.code, name)}
          </Note>
        )}
      </form>
    </Dialog>
  );
}

function useConfirmation(onConfirmed: () => void) {
  const [password, setPassword] = useState("");
  const { error, isPending, submit, reset } = useSubmit(
    async () => (password === "" ? fail(REQUIRED) : confirmSession(password)),
    onConfirmed,
  );
  return {
    password,
    error,
    isPending,
    edit(value: string) {
      setPassword(value);
      reset();
    },
    submit(event: FormEvent) {
      event.preventDefault();
      void submit();
    },
  };
}
