import { CircleUserRound, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/app-state/dialogs.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Button } from "#app/ui/button.tsx";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { SettingRow } from "./settings-section.tsx";

const loadRemovalDialog = () => import("./removal-dialog.tsx");

/** Opens the account dialog and the deletion of the account; guests are asked to sign in. */
export function AccountSection({ user }: { readonly user: SessionUser | null }) {
  const { t } = useTranslation(["settings", "shell"]);
  const removal = useLazyDialog(loadRemovalDialog);

  if (!user) {
    return (
      <div className="flex flex-wrap items-center gap-4 py-3.5">
        <p className="min-w-50 flex-1 text-ink-2">{t("settings:signInFor")}</p>
        <Button variant="primary" size="sm" onPress={() => openDialog({ name: "sign-in", tab: "login" })}>
          {t("shell:menu.signIn")}
        </Button>
      </div>
    );
  }
  return (
    <>
      <SettingRow title={t("settings:profile")} text={t("settings:profileText")}>
        <Button size="sm" icon={<CircleUserRound />} onPress={() => openDialog({ name: "account" })}>
          {t("settings:open")}
        </Button>
      </SettingRow>
      <SettingRow title={t("settings:removal.title")} text={t("settings:removal.text")}>
        <Button size="sm" variant="danger-soft" icon={<Trash2 />} onPress={removal.open}>
          {t("settings:removal.open")}
        </Button>
      </SettingRow>
      {removal.module && <removal.module.RemovalDialog user={user} onClose={removal.close} />}
    </>
  );
}
