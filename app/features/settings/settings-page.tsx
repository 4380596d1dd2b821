import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { AccountSection } from "./account-section.tsx";
import { Appearance } from "./appearance.tsx";
import { DataSection } from "./data-section.tsx";
import { FixDurations } from "./fix-durations.tsx";
import { PreferenceSection } from "./preference-section.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { SettingsSection } from "./settings-section.tsx";

const SECTIONS = ["appearance", "preferences", "data", "maintenance", "account"] as const;

/** Appearance and behavior on this device, and the data of the account. */
export function SettingsPage() {
  const { t } = useTranslation("settings");
  const user = useUser();
  const visible = SECTIONS.filter((id) => user || id !== "maintenance");
  return (
    <div className="mx-auto grid max-w-250 gap-x-16 px-4 pt-3 pb-20 md:grid-cols-[180px_minmax(0,640px)] md:px-8 md:pt-6">
      <SettingsNav sections={visible.map((id) => ({ id, label: t(id) }))} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <SettingsSection id="appearance" title={t("appearance")}>
          <Appearance />
        </SettingsSection>
        <SettingsSection id="preferences" title={t("preferences")}>
          <PreferenceSection />
        </SettingsSection>
        <SettingsSection id="data" title={t("data")}>
          <DataSection isSignedIn={user !== null} />
        </SettingsSection>
        {user && (
          <SettingsSection id="maintenance" title={t("maintenance")}>
            <FixDurations />
          </SettingsSection>
        )}
        <SettingsSection id="account" title={t("account")}>
          <AccountSection user={user} />
        </SettingsSection>
      </div>
    </div>
  );
}
