import type { FormEvent } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { AuthErrorNote } from "./auth-error-note.tsx";
import { useResetRequest } from "./use-reset-request.ts";

type ResetRequestFormProps = {
  /** Email or username. */
  readonly account: string;
  readonly onAccount: (account: string) => void;
  readonly onSent: () => void;
};

export function ResetRequestForm({ account, onAccount, onSent }: ResetRequestFormProps) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const { errors, failure, isBusy, send, clearErrors } = useResetRequest(account, onSent);
  const form = useFocusInvalid(errors);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const edit = (next: string) => {
    onAccount(next);
    clearErrors();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4.5">
      <p className="-mt-1.5 text-ink-2">{t("forgotText")}</p>
      <TextField
        label={t("emailOrUsername")}
        name="emailOrUsername"
        autoComplete="username"
        error={errors.account && errorText(errors.account)}
        value={account}
        onChange={edit}
      />
      {failure !== null && <AuthErrorNote>{failure}</AuthErrorNote>}
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy}>
        {t("sendLink")}
      </Button>
    </form>
  );
}
