import { LOCALES } from "#app/i18n/config.ts";
import { useLanguage } from "#app/i18n/use-language.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SegmentedRadios } from "#app/ui/segmented-radios.tsx";
import { setTheme } from "#app/ui/theme.ts";
import { useThemeChoice } from "#app/ui/use-theme-choice.ts";
import { SettingRow } from "./settings-section.tsx";
import { ThemeCards } from "./theme-cards.tsx";

export function Appearance() {
  const { t } = useTranslation(["settings", "shell"]);
  const theme = useThemeChoice();
  const { locale, setLocale } = useLanguage();
  return (
    <>
      <ThemeCards selected={theme} onSelect={setTheme} />
      <SettingRow title={t("shell:menu.language")} text={t("settings:languageText")}>
        <SegmentedRadios
          label={t("shell:menu.language")}
          options={LOCALES.map((id) => ({ id, label: t(`shell:language.${id}`), lang: id }))}
          selected={locale}
          onSelect={(id) => void setLocale(id)}
        />
      </SettingRow>
    </>
  );
}
