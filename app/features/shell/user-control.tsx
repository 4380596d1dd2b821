import { Settings2 } from "lucide-react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazyMenu } from "#app/ui/use-lazy-menu.ts";
import { UserButton } from "./user-button.tsx";

const loadMenu = () => import("./user-menu.tsx");

/** The user menu at the end of the header. Guests get a settings menu and a sign-in button. */
export function UserControl({ user }: { readonly user: SessionUser | null }) {
  const { t } = useTranslation();
  const { button, menu, module } = useLazyMenu(loadMenu);
  return (
    <>
      {user ? (
        <UserButton user={user} {...button} />
      ) : (
        <IconButton label={t("menu.settings")} icon={<Settings2 />} {...button} />
      )}
      {module && <module.UserMenu user={user} {...menu} />}
      {!user && (
        <Button variant="primary" size="sm" onPress={() => openDialog({ name: "sign-in", tab: "login" })}>
          {t("menu.signIn")}
        </Button>
      )}
    </>
  );
}
