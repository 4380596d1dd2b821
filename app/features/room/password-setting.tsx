import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { TextField } from "#app/ui/text-field.tsx";
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
    <div className="grid gap-3 rounded-md px-3 py-2.5 inset-ring inset-ring-line">
      <div className="flex items-center gap-3">
        <Lock size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1">
          <span className="block font-label">{t("settings.password")}</span>
          <span className="block text-caption text-ink-3">{t("settings.passwordText")}</span>
        </span>
        {hasPassword && newPassword === null && (
          <Button size="sm" onPress={() => onEdit({ newPassword: "" })}>
            {t("settings.passwordChange")}
          </Button>
        )}
        <Switch aria-label={t("settings.password")} isSelected={hasPassword} onChange={turn} />
      </div>
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
    </div>
  );
}
