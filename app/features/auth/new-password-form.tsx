import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { newPasswordErrors } from "#app/domain/accounts/account.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { AuthErrorNote } from "./refusal-note.tsx";
import type { ResetRefusal } from "./use-reset.ts";

type Errors = { readonly password?: string | undefined; readonly again?: string | undefined };

/** A new password, twice. */
export function NewPasswordForm({ onChoose }: { readonly onChoose: (password: string) => Promise<ResetRefusal | null> }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sent = useFocusInvalid(errors);

  const found = (): Errors => {
    const codes = newPasswordErrors(password, again);
    return {
      ...(codes.password && { password: errorText(codes.password) }),
      ...(codes.again && { again: errorText(codes.again) }),
    };
  };

  /** When it is left; an empty field is complained about when the form is sent. */
  const judge = (field: keyof Errors, value: string) => {
    if (value !== "") setErrors({ ...errors, [field]: found()[field] });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = found();
    setErrors(wrong);
    setRefusal(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const refused = await onChoose(password);
    setBusy(false);
    if (refused?.isOfField) setErrors({ password: refused.text });
    else if (refused) setRefusal(refused.text);
  };

  return (
    <form ref={sent} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
      <h2 className="text-sheet font-bold">{t("reset.title")}</h2>
      <TextField
        label={t("reset.newPassword")}
        name="new-password"
        type="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        hint={t("passwordHint")}
        error={errors.password}
        onChange={(next) => {
          setPassword(next);
          setErrors({});
        }}
        onBlur={() => judge("password", password)}
      />
      <TextField
        label={t("reset.onceMore")}
        name="new-password-again"
        type="password"
        autoComplete="new-password"
        value={again}
        error={errors.again}
        onChange={(next) => {
          setAgain(next);
          setErrors({ ...errors, again: undefined });
        }}
        onBlur={() => judge("again", again)}
      />
      {refusal !== null && <AuthErrorNote>{refusal}</AuthErrorNote>}
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy}>
        {t("reset.save")}
      </Button>
    </form>
  );
}
