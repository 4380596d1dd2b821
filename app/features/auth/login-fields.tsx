import { useTranslation } from "react-i18next";
import { TextField } from "#app/ui/text-field.tsx";

type Login = { readonly emailOrUsername: string; readonly password: string };

export function LoginFields({ value, onChange }: { readonly value: Login; readonly onChange: (value: Login) => void }) {
  const { t } = useTranslation("auth");
  return (
    <>
      <TextField
        label={t("emailOrUsername")}
        name="emailOrUsername"
        autoComplete="username"
        value={value.emailOrUsername}
        onChange={(emailOrUsername) => onChange({ ...value, emailOrUsername })}
      />
      <TextField
        label={t("password")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
    </>
  );
}
