import type { ProfileField } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Switch } from "#app/ui/switch.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

export function ProfileFields({ profile }: { readonly profile: ProfileForm }) {
  const { t } = useTranslation("account");
  const field = useProfileField(profile);
  const { draft } = profile;
  return (
    <>
      <TextField
        {...field("name")}
        label={t("profile.name")}
        autoComplete="nickname"
        count={{ value: countChars(draft.name.trim()), max: accountLimits.displayNameChars }}
      />
      <TextField
        {...field("username")}
        label={t("profile.username")}
        prefix="@"
        autoComplete="username"
        count={{ value: Array.from(draft.username.trim()).length, max: accountLimits.profileUsernameCharsMax }}
      />
      <TextField {...field("email")} label={t("profile.email")} type="email" inputMode="email" autoComplete="email" />
      {profile.needsPassword && (
        <TextField
          {...field("currentPassword")}
          label={t("password.current")}
          type="password"
          autoComplete="current-password"
        />
      )}
    </>
  );
}

/** The properties that all fields of the form share. */
function useProfileField({ draft, errors, phase, edit, touch }: ProfileForm) {
  const errorText = useErrorText();
  return (name: ProfileField | "currentPassword") => ({
    name,
    value: draft[name],
    onChange: (value: string) => edit({ [name]: value }),
    onBlur: () => touch(name),
    isReadOnly: phase !== "editing",
    error: errors[name] ? errorText(errors[name]) : null,
  });
}

export function EmailVisibility({ profile: { draft, phase, edit } }: { readonly profile: ProfileForm }) {
  const { t } = useTranslation("account");
  return (
    <div className="flex items-center gap-4">
      <div aria-hidden className="min-w-0 flex-1">
        <p className="font-label">{t("profile.showEmail")}</p>
        <p className="text-small text-ink-3">{t("profile.showEmailText")}</p>
      </div>
      <Switch
        aria-label={`${t("profile.showEmail")}. ${t("profile.showEmailText")}`}
        isSelected={draft.isEmailShown}
        isDisabled={phase !== "editing"}
        onChange={(isEmailShown) => edit({ isEmailShown })}
      />
    </div>
  );
}
