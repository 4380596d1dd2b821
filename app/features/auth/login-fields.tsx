import { useTranslation } from "#app/i18n/use-translation.ts";
import { TextField } from "#app/ui/text-field.tsx";

export type Login = { readonly emailOrUsername: string; readonly password: string };

type LoginFieldsProps = {
  readonly value: Login;
  readonly onChange: (value: Login) => void;
  readonly onForgot: () => void;
};

export function LoginFields({ value, onChange, onForgot }: LoginFieldsProps) {
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
      <div className="grid gap-1.5">
        <TextField
          label={t("password")}
          name="password"
          type="password"
          autoComplete="current-password"
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
        />
        <button
          type="button"
          onClick={onForgot}
          className="relative justify-self-end rounded-sm text-small text-ink-2 underline underline-offset-3 after:absolute after:inset-x-0 after:-inset-y-0.5 hover:text-ink pointer-coarse:after:-inset-3"
        >
          {t("forgot")}
        </button>
      </div>
    </>
  );
}
