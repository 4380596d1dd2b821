import { Check, Copy, Eye, Pencil, QrCode, Shield, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import { formatTimeUntil } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { type Invite, toInviteAddress } from "./invite.ts";
import { useCopy } from "./use-copy.ts";

const ROLE_ICONS: Record<GrantableRole, ReactNode> = {
  admin: <Shield />,
  editor: <Pencil />,
  participant: <UserCheck />,
  viewer: <Eye />,
};

type InviteRowProps = {
  readonly invite: Invite;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRevoke: () => void;
};

/** A valid link with its role, its remaining uses and lifetime, and its actions. */
export function InviteRow({ invite, isShown, onShow, onRevoke }: InviteRowProps) {
  const { t, language } = useTranslation(["invites", "shell"]);
  const user = useUser();
  const { isCopied, copy } = useCopy(toInviteAddress(invite));
  const details = [
    t("links.left", { count: invite.usesLeft }),
    t("links.expires", { when: formatTimeUntil(invite.expiresAtMs, Date.now(), language) }),
    ...(invite.createdBy === user?.id ? [] : [t("links.byOther")]),
  ];
  // the end of the code distinguishes the buttons of links with the same role
  const link = `…${invite.code.slice(-4)}`;
  return (
    <li className="grid gap-0.5 py-2 not-first:shadow-[0_-1px_0_var(--line)]">
      <div className="flex items-center gap-1">
        <span aria-hidden className="mr-1 text-ink-3 [&_svg]:size-4">
          {ROLE_ICONS[invite.role]}
        </span>
        <span className="min-w-0 flex-1 truncate font-label">{t(`shell:role.${invite.role}`)}</span>
        <IconButton size="sm" label={t("links.show", { link })} icon={<QrCode />} isOn={isShown} onPress={onShow} />
        <IconButton size="sm" label={t("links.copy", { link })} icon={isCopied ? <Check /> : <Copy />} onPress={copy} />
        <TwoPressButton
          size="sm"
          variant="ghost"
          label={t("links.revoke")}
          armedLabel={t("links.revokeAgain")}
          announcement={t("links.revokeArmed")}
          onConfirm={onRevoke}
        />
      </div>
      <p className="text-caption text-ink-3 tabular-nums">{details.join(" · ")}</p>
    </li>
  );
}
