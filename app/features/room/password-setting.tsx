import { Lock } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { SwitchSetting } from "./switch-setting.tsx";

type PasswordSettingProps = {
  readonly draft: SettingsDraft;
  /** True if the room has a password now. */
  readonly isSet: boolean;
  readonly error: string | null;
  readonly onEdit: (changed: Partial<SettingsDraft>) => void;
};

/** Sets, changes or removes the room's password. */
export function PasswordSetting({ draft, isSet, error, onEdit }: PasswordSettingProps) {
  const { t } = useTranslation("roomSettings");
  const { hasPassword, newPassword } = draft;
  const toggle = (isOn: boolean) => onEdit({ hasPassword: isOn, newPassword: isOn && !isSet ? "" : null });
  return (
    <SwitchSetting
      icon={<Lock aria-hidden />}
      label={t("password")}
      text={t("passwordText")}
      isOn={hasPassword}
      onChange={toggle}
      action={
        hasPassword &&
        newPassword === null && (
          <Button size="sm" onPress={() => onEdit({ newPassword: "" })}>
            {t("passwordChange")}
          </Button>
        )
      }
    >
      {hasPassword && newPassword !== null && (
        <TextField
          label={t("passwordNew")}
          type="password"
          autoComplete="new-password"
          autoFocus={!isTouchScreen()}
          value={newPassword}
          onChange={(next) => onEdit({ newPassword: next })}
          error={newPassword === "" ? null : error}
          hint={t("passwordHint")}
        />
      )}
    </SwitchSetting>
  );
}
