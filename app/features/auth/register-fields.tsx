import { type AccountField, type Registration, validateRegistration } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { FieldErrors } from "./use-auth-form.ts";

type RegisterFieldsProps = {
  readonly value: Registration;
  readonly onChange: (value: Registration) => void;
  readonly errors: FieldErrors;
  readonly onErrors: (errors: FieldErrors) => void;
};

export function RegisterFields(props: RegisterFieldsProps) {
  const { t } = useTranslation("auth");
  const field = useRegistrationField(props);
  return (
    <>
      <TextField
        {...field("name")}
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="name"
        count={{ value: countChars(props.value.name.trim()), max: accountLimits.displayNameChars }}
      />
      <TextField {...field("username")} label={t("username")} hint={t("usernameHint")} autoComplete="username" prefix="@" />
      <TextField {...field("email")} label={t("email")} type="email" inputMode="email" autoComplete="email" />
      <TextField
        {...field("password")}
        label={t("password")}
        hint={t("passwordHint")}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

/** Shows an error when a field is left or the form is submitted, and removes it as soon as the value is valid. */
function useRegistrationField({ value, onChange, errors, onErrors }: RegisterFieldsProps) {
  const errorText = useErrorText();
  return (name: AccountField) => ({
    name,
    value: value[name],
    error: errors[name] ? errorText(errors[name]) : null,
    onChange(text: string) {
      const next = { ...value, [name]: text };
      onChange(next);
      if (errors[name] && !validateRegistration(next)[name]) onErrors({ ...errors, [name]: undefined });
    },
    onBlur() {
      const code = validateRegistration(value)[name];
      // an empty field is reported only on submission; an error from the server remains until the field is edited
      if (value[name] !== "" && code) onErrors({ ...errors, [name]: code });
    },
  });
}
