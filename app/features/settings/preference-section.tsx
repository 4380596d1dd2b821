import { type PreferenceName, setPreference, usePreference } from "#app/app-state/preferences.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Switch } from "#app/ui/switch.tsx";
import { SettingRow } from "./settings-section.tsx";

export function PreferenceSection() {
  const { t } = useTranslation("settings");
  return (
    <>
      {/* phones do not show these notices */}
      <div className="max-md:hidden short:hidden">
        <PreferenceRow name="requestNotices" title={t("notifications")} text={t("notificationsText")} />
      </div>
      {/* phones have no keyboard; a tablet may have one */}
      <div className="pointer-coarse:max-md:hidden pointer-coarse:short:hidden">
        <PreferenceRow name="keyboardShortcuts" title={t("shortcuts")} text={t("shortcutsText")} />
      </div>
      <PreferenceRow name="soundEffects" title={t("sounds")} text={t("soundsText")} />
    </>
  );
}

type PreferenceRowProps = { readonly name: PreferenceName; readonly title: string; readonly text: string };

function PreferenceRow({ name, title, text }: PreferenceRowProps) {
  const isOn = usePreference(name);
  return (
    <SettingRow title={title} text={text}>
      <Switch aria-label={title} isSelected={isOn} onChange={(next) => setPreference(name, next)} />
    </SettingRow>
  );
}
