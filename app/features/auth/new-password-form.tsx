import type { FormEvent } from "react";
import type { Result } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { AuthErrorNote } from "./auth-error-note.tsx";
import { useNewPassword } from "./use-new-password.ts";
import type { ResetRefusal } from "./use-password-reset.ts";

type NewPasswordFormProps = { readonly onChoose: (password: string) => Promise<Result<null, ResetRefusal>> };

/** A new password and its repetition. */
export function NewPasswordForm({ onChoose }: NewPasswordFormProps) {
  const { t } = useTranslation("auth");
  const { errors, failure, isBusy, field, submit } = useNewPassword(onChoose);
  const form = useFocusInvalid(errors);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4.5">
      <h2 className="text-sheet font-bold">{t("reset.title")}</h2>
      <TextField
        {...field("password")}
        label={t("reset.newPassword")}
        name="new-password"
        type="password"
        autoComplete="new-password"
        autoFocus={!isTouchScreen()}
        hint={t("passwordHint")}
      />
      <TextField
        {...field("again")}
        label={t("reset.onceMore")}
        name="new-password-again"
        type="password"
        autoComplete="new-password"
      />
      {failure !== null && <AuthErrorNote>{failure}</AuthErrorNote>}
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy}>
        {t("reset.save")}
      </Button>
    </form>
  );
}
