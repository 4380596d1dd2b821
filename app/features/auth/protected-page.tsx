import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { PageCard } from "./page-card.tsx";

/** A page for signed-in users: their name, and links to the other pages. */
export function ProtectedPage({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation("auth");
  return (
    <PageCard isRoomy>
      <div className="grid justify-items-start gap-4">
        <Avatar name={user.name} avatar={user.avatar} size={88} />
        <p className="text-lead wrap-anywhere">{t("protectedText", { name: user.name, username: user.username })}</p>
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/" variant="primary">
            {t("toRooms")}
          </LinkButton>
          <LinkButton to="/settings">{t("toSettings")}</LinkButton>
        </div>
      </div>
    </PageCard>
  );
}
