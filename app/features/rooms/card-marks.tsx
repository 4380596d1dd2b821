import type { TFunction } from "i18next";
import { Ban, Clock, Crown, Eye, EyeOff, Lock, type LucideIcon, Mail, Pencil, Shield, UserCheck } from "lucide-react";
import type { Role } from "#app/domain/access/permissions.ts";
import { Tooltip } from "#app/ui/tooltip.tsx";
import type { RoomSummary } from "./list-query.ts";

const ROLE_ICONS: Record<Role, LucideIcon> = {
  owner: Crown,
  admin: Shield,
  editor: Pencil,
  participant: UserCheck,
  viewer: Eye,
  requested: Clock,
  rejected: Ban,
};

/** What there is to know before one goes in: whether it is open to all, and what one is there. */
export function CardMarks({ room, t }: { readonly room: RoomSummary; readonly t: TFunction<["home", "shell"]> }) {
  const { role, visibility, isPasswordProtected } = room;
  return (
    <span className="relative z-1 ml-auto flex shrink-0 gap-2.5">
      {isPasswordProtected && <Mark icon={Lock} text={t("badge.password")} />}
      {visibility === "hidden" && <Mark icon={EyeOff} text={t("badge.hidden")} />}
      {visibility === "inviteOnly" && <Mark icon={Mail} text={t("badge.inviteOnly")} />}
      {role && (
        <Mark icon={ROLE_ICONS[role]} tone={TONES[role]} text={role === "owner" ? t("owned") : t(`shell:role.${role}`)} />
      )}
    </span>
  );
}

const TONES: Record<Role, string> = {
  owner: "text-ink-2",
  admin: "text-ink-2",
  editor: "text-ink-2",
  participant: "text-ink-2",
  viewer: "text-ink-2",
  requested: "text-warn-ink",
  rejected: "text-danger-ink",
};

type MarkProps = { readonly icon: LucideIcon; readonly text: string; readonly tone?: string };

function Mark({ icon: Icon, text, tone = "text-ink-3" }: MarkProps) {
  return (
    <Tooltip text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must reach what the tooltip says */}
      <span role="img" tabIndex={0} aria-label={text} className={`block rounded-sm ${tone}`}>
        <Icon size={16} aria-hidden />
      </span>
    </Tooltip>
  );
}
