import { useTranslation } from "react-i18next";
import { type AccountField, type Registration, registrationErrors } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { TextField } from "#app/ui/text-field.tsx";

type Errors = Partial<Record<AccountField, ErrorCode | undefined>>;

type RegisterFieldsProps = {
  readonly value: Registration;
  readonly onChange: (value: Registration) => void;
  readonly errors: Errors;
  readonly onErrors: (errors: Errors) => void;
};

/** An error shows when a field is left or the form sent, and goes as soon as the value is right. */
export function RegisterFields({ value, onChange, errors, onErrors }: RegisterFieldsProps) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();

  const errorOf = (name: AccountField) => {
    const code = errors[name];
    return code ? errorText(code) : null;
  };
  const field = (name: AccountField) => ({
    name,
    value: value[name],
    error: errorOf(name),
    onChange: (text: string) => {
      const next = { ...value, [name]: text };
      onChange(next);
      if (errors[name] && !registrationErrors(next)[name]) onErrors({ ...errors, [name]: undefined });
    },
    onBlur: () => {
      const code = registrationErrors(value)[name];
      // an empty field is complained about when the form is sent; what a server has found stays until it is changed
      if (value[name] !== "" && code) onErrors({ ...errors, [name]: code });
    },
  });

  return (
    <>
      <TextField
        {...field("name")}
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="name"
        count={{ value: countChars(value.name.trim()), max: accountLimits.displayNameChars }}
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
