import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { SwitchSetting } from "./switch-setting.tsx";
import type { SettingsDraft } from "./use-settings.ts";

type PasswordSettingProps = {
  readonly draft: SettingsDraft;
  /** Whether the room has one now. */
  readonly isSet: boolean;
  readonly error: string | null;
  readonly onEdit: (changed: Partial<SettingsDraft>) => void;
};

/** On: set one, or change it. Off: none. */
export function PasswordSetting({ draft, isSet, error, onEdit }: PasswordSettingProps) {
  const { t } = useTranslation("people");
  const { hasPassword, newPassword } = draft;
  const turn = (isOn: boolean) => onEdit({ hasPassword: isOn, newPassword: isOn && !isSet ? "" : null });
  return (
    <SwitchSetting
      icon={<Lock aria-hidden />}
      label={t("settings.password")}
      text={t("settings.passwordText")}
      isOn={hasPassword}
      onChange={turn}
      action={
        hasPassword &&
        newPassword === null && (
          <Button size="sm" onPress={() => onEdit({ newPassword: "" })}>
            {t("settings.passwordChange")}
          </Button>
        )
      }
    >
      {hasPassword && newPassword !== null && (
        <TextField
          label={t("settings.passwordNew")}
          type="password"
          autoComplete="new-password"
          autoFocus
          value={newPassword}
          onChange={(next) => onEdit({ newPassword: next })}
          error={newPassword === "" ? null : error}
          hint={t("settings.passwordHint")}
        />
      )}
    </SwitchSetting>
  );
}
