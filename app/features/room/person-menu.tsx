import { ChevronDown, Crown, LogOut, Mail, UserX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { decideOwnershipTransfer, decideRemoval, decideRoleChange } from "#app/domain/access/members.ts";
import { can, GRANTABLE_ROLES, type GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { MenuItem, MenuSection, MenuSeparator, MenuTrigger, TwoPressMenuItem } from "#app/ui/menu.tsx";
import { RoleIcon } from "./role-icon.tsx";
import type { MemberActions } from "./use-member-actions.ts";
import { asMember, type RoomMember } from "./use-members.ts";
import { useShownEmail } from "./use-shown-email.ts";

type PersonMenuProps = {
  readonly member: RoomMember;
  /** The visitor; null: no member. */
  readonly self: RoomMember | null;
  readonly actions: MemberActions;
};

/** A member's role, and what may be done about them. What may not be done is absent; the reason is said. */
export function PersonMenu({ member, self, actions }: PersonMenuProps) {
  const { t } = useTranslation(["people", "shell"]);
  const { person, role } = member;
  const rights = rightsOver(member, self);
  if (!rights) {
    return (
      <span className="flex items-center gap-1.5 px-3 text-small font-label text-ink-2">
        <RoleIcon role={role} />
        {t(`shell:role.${role}`)}
      </span>
    );
  }
  return (
    <MenuTrigger
      label={t("people:roleLabel", { name: person.name, role: t(`shell:role.${role}`) })}
      placement="bottom end"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          isBusy={actions.busy.has(person.id)}
          aria-label={t("people:roleLabel", { name: person.name, role: t(`shell:role.${role}`) })}
        >
          <span className="flex items-center gap-1.5">
            {t(`shell:role.${role}`)}
            <ChevronDown aria-hidden />
          </span>
        </Button>
      }
    >
      <PersonMenuItems member={member} rights={rights} actions={actions} />
    </MenuTrigger>
  );
}

type Rights = {
  readonly roles: readonly GrantableRole[];
  readonly isSelf: boolean;
  readonly canTransferOwnership: boolean;
  /** Null: they may be removed. */
  readonly whyNot: ErrorCode | null;
};

/** Null: nothing to do, and nothing to explain. */
function rightsOver(member: RoomMember, self: RoomMember | null): Rights | null {
  if (!self || !can(self.role, "listen")) return null;
  const [actor, target] = [asMember(self), asMember(member)];
  const removal = decideRemoval(actor, target);
  const roles = GRANTABLE_ROLES.filter((role) => decideRoleChange(actor, target, role).ok);
  const isSelf = actor.userId === target.userId;
  if (!can(self.role, "invite") && !isSelf) return null;
  if (member.role === "owner") return null;
  return {
    roles,
    isSelf,
    canTransferOwnership: decideOwnershipTransfer(actor, target).ok,
    whyNot: removal.ok ? null : removal.error,
  };
}

function PersonMenuItems({ member, rights, actions }: Pick<PersonMenuProps, "member" | "actions"> & { rights: Rights }) {
  const { t } = useTranslation(["people", "shell"]);
  const errorText = useErrorText();
  const { person, role } = member;
  const { roles, isSelf, canTransferOwnership, whyNot } = rights;
  const email = useShownEmail(person.id);
  const change = (id: string) => {
    const chosen = roles.find((one) => one === id);
    if (chosen && chosen !== role) void actions.changeRole(person, chosen);
  };
  return (
    <>
      {roles.length > 0 && (
        <>
          <MenuSection header={t("people:role")} selected={role} onSelect={change}>
            {roles.map((one) => (
              <MenuItem key={one} id={one}>
                {t(`shell:role.${one}`)}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSeparator />
        </>
      )}
      {canTransferOwnership && (
        <TwoPressMenuItem
          icon={<Crown />}
          label={t("people:makeOwner")}
          armedLabel={t("people:makeOwnerAgain")}
          announcement={t("people:makeOwnerArmed", { name: person.name })}
          onConfirm={() => void actions.makeOwner(person)}
        />
      )}
      {whyNot ? (
        <MenuItem isDisabled icon={<UserX />}>
          {errorText(whyNot)}
        </MenuItem>
      ) : (
        <TwoPressMenuItem
          icon={isSelf ? <LogOut /> : <UserX />}
          label={t(isSelf ? "people:leave" : "people:remove")}
          armedLabel={t(isSelf ? "people:leaveAgain" : "people:removeAgain")}
          announcement={isSelf ? t("people:leaveAgain") : t("people:removeArmed", { name: person.name })}
          onConfirm={() => void (isSelf ? actions.leave(person) : actions.remove(person))}
        />
      )}
      {email !== null && !isSelf && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Mail />} onAction={() => location.assign(`mailto:${email}`)}>
            {email}
          </MenuItem>
        </>
      )}
    </>
  );
}
