import { Link } from "@remix-run/react";
import { Bug } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Badge } from "#app/ui/badge.tsx";

/** The badge is lower than a target should be. */
const DEV_LINK =
  "relative rounded-sm after:absolute after:inset-x-0 after:-inset-y-0.5 pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3";

export function DevBadge({ isLink }: { readonly isLink: boolean }) {
  const { t } = useTranslation();
  const badge = (
    <Badge tone="dev" icon={<Bug />}>
      {t("dev")}
    </Badge>
  );
  if (!isLink) return badge;
  return (
    <Link to="/dev" reloadDocument aria-label={`${t("dev")}: ${t("devTools")}`} className={DEV_LINK}>
      {badge}
    </Link>
  );
}
