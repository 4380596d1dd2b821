import { CircleUserRound, Trash2 } from "lucide-react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Button } from "#app/ui/button.tsx";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { SettingRow } from "./settings-section.tsx";

const loadRemovalDialog = () => import("./removal-dialog.tsx");

/** Opens the account dialog, which asks guests to sign in, and the deletion of the account. */
export function AccountSection({ user }: { readonly user: SessionUser | null }) {
  const { t } = useTranslation("settings");
  const removal = useLazyDialog(loadRemovalDialog);
  return (
    <>
      <SettingRow title={t("profile")} text={t("profileText")}>
        <Button size="sm" icon={<CircleUserRound />} onPress={() => openDialog({ name: "account" })}>
          {t("open")}
        </Button>
      </SettingRow>
      {user && (
        <SettingRow title={t("removal.title")} text={t("removal.text")}>
          <Button size="sm" variant="danger-soft" icon={<Trash2 />} onPress={removal.open}>
            {t("removal.open")}
          </Button>
        </SettingRow>
      )}
      {user && removal.module && <removal.module.RemovalDialog user={user} onClose={removal.close} />}
    </>
  );
}
