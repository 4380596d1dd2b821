import { Ban, Clock, Crown, Eye, EyeOff, Lock, type LucideIcon, Mail, Pencil, Shield, UserCheck } from "lucide-react";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { Tooltip } from "#app/ui/tooltip.tsx";
import type { RoomSummary } from "./list-query.ts";

type RoomBadgesProps = { readonly room: RoomSummary; readonly t: Translate<readonly ["home", "shell"]> };

/** Icons for the visibility of a room and the user's role in it. */
export function RoomBadges({ room, t }: RoomBadgesProps) {
  const { role, visibility, isPasswordProtected } = room;
  return (
    <span className="relative z-1 ml-auto flex shrink-0 gap-2.5">
      {isPasswordProtected && <BadgeIcon icon={Lock} text={t("badge.password")} />}
      {visibility === "hidden" && <BadgeIcon icon={EyeOff} text={t("badge.hidden")} />}
      {visibility === "inviteOnly" && <BadgeIcon icon={Mail} text={t("badge.inviteOnly")} />}
      {role && (
        <BadgeIcon
          icon={ROLE_ICONS[role]}
          color={ROLE_COLORS[role]}
          text={role === "owner" ? t("owned") : t(`shell:role.${role}`)}
        />
      )}
    </span>
  );
}

const ROLE_ICONS: Record<Role, LucideIcon> = {
  owner: Crown,
  admin: Shield,
  editor: Pencil,
  participant: UserCheck,
  viewer: Eye,
  requested: Clock,
  rejected: Ban,
};

const ROLE_COLORS: Record<Role, string> = {
  owner: "text-ink-2",
  admin: "text-ink-2",
  editor: "text-ink-2",
  participant: "text-ink-2",
  viewer: "text-ink-2",
  requested: "text-warn-ink",
  rejected: "text-danger-ink",
};

type BadgeIconProps = { readonly icon: LucideIcon; readonly text: string; readonly color?: string };

function BadgeIcon({ icon: Icon, text, color = "text-ink-3" }: BadgeIconProps) {
  return (
    <Tooltip text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <span role="img" tabIndex={0} aria-label={text} className={`block rounded-sm ${color}`}>
        <Icon size={16} aria-hidden />
      </span>
    </Tooltip>
  );
}
