import { ChevronDown, Crown, LogOut, Mail, UserX } from "lucide-react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { MenuItem, MenuSection, MenuSeparator, MenuTrigger, TwoPressMenuItem } from "#app/ui/menu.tsx";
import { getMemberRights, type MemberRights } from "./member-rights.ts";
import { RoleIcon } from "./role-icon.tsx";
import type { MemberActions } from "./use-member-actions.ts";
import type { RoomMember } from "./use-members.ts";
import { usePublicEmail } from "./use-public-email.ts";

type PersonMenuProps = {
  readonly member: RoomMember;
  /** The user's own membership. Null if they are not a member. */
  readonly self: RoomMember | null;
  readonly actions: MemberActions;
};

/** The role of a member, as a menu if the user may act on that member. */
export function PersonMenu({ member, self, actions }: PersonMenuProps) {
  const { t } = useTranslation(["people", "shell"]);
  const { person, role } = member;
  const rights = getMemberRights(member, self);
  if (!rights) {
    return (
      <span className="flex items-center gap-1.5 px-3 text-small font-label text-ink-2">
        <RoleIcon role={role} />
        {t(`shell:role.${role}`)}
      </span>
    );
  }
  const label = t("people:roleLabel", { name: person.name, role: t(`shell:role.${role}`) });
  return (
    <MenuTrigger
      label={label}
      placement="bottom end"
      trigger={
        <Button size="sm" variant="ghost" isBusy={actions.busyIds.has(person.id)} aria-label={label}>
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

type ItemsProps = Pick<PersonMenuProps, "member" | "actions"> & { readonly rights: MemberRights };

function PersonMenuItems({ member, rights, actions }: ItemsProps) {
  const { t } = useTranslation("people");
  const { person } = member;
  const { roles, isSelf, canTransferOwnership, removalError } = rights;
  return (
    <>
      {roles.length > 0 && <RoleItems member={member} rights={rights} actions={actions} />}
      {canTransferOwnership && (
        <TwoPressMenuItem
          icon={<Crown />}
          label={t("makeOwner")}
          armedLabel={t("makeOwnerAgain")}
          announcement={t("makeOwnerArmed", { name: person.name })}
          onConfirm={() => void actions.makeOwner(person)}
        />
      )}
      {removalError && <RemovalErrorItem error={removalError} />}
      {!removalError && <RemoveItem member={member} rights={rights} actions={actions} />}
      {!isSelf && <EmailItem member={member} />}
    </>
  );
}

function RoleItems({ member, rights: { roles }, actions }: ItemsProps) {
  const { t } = useTranslation(["people", "shell"]);
  const changeRole = (id: string) => {
    const chosen = roles.find((role) => role === id);
    if (chosen && chosen !== member.role) void actions.changeRole(member, chosen);
  };
  return (
    <>
      <MenuSection header={t("people:role")} selected={member.role} onSelect={changeRole}>
        {roles.map((id) => (
          <MenuItem key={id} id={id}>
            {t(`shell:role.${id}`)}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSeparator />
    </>
  );
}

/** A disabled item with the reason why the member cannot be removed. */
function RemovalErrorItem({ error }: { readonly error: ErrorCode }) {
  const errorText = useErrorText();
  return (
    <MenuItem isDisabled icon={<UserX />}>
      {errorText(error)}
    </MenuItem>
  );
}

function RemoveItem({ member, rights: { isSelf }, actions }: ItemsProps) {
  const { t } = useTranslation("people");
  const { person } = member;
  return (
    <TwoPressMenuItem
      icon={isSelf ? <LogOut /> : <UserX />}
      label={t(isSelf ? "leave" : "remove")}
      armedLabel={t(isSelf ? "leaveAgain" : "removeAgain")}
      announcement={isSelf ? t("leaveAgain") : t("removeArmed", { name: person.name })}
      onConfirm={() => void (isSelf ? actions.leave(person) : actions.remove(member))}
    />
  );
}

function EmailItem({ member: { person } }: Pick<ItemsProps, "member">) {
  const email = usePublicEmail(person.id);
  if (email === null) return null;
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<Mail />} onAction={() => location.assign(`mailto:${email}`)}>
        {email}
      </MenuItem>
    </>
  );
}
