import { Plus } from "lucide-react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";

/** Leads to the page for a new room. Guests register first. */
export function CreateRoomButton({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { t } = useTranslation("home");
  const size = isLarge ? "lg" : "md";
  if (useUser()) {
    return (
      <LinkButton to="/rooms/new" variant="primary" size={size} icon={<Plus />}>
        {t("create")}
      </LinkButton>
    );
  }
  return (
    <Button
      variant="primary"
      size={size}
      icon={<Plus />}
      onPress={() => openDialog({ name: "sign-in", tab: "register", intent: { to: "create-room" } })}
    >
      {t("create")}
    </Button>
  );
}
