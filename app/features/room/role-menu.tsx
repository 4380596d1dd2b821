import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { decideInvite } from "#app/domain/members.ts";
import { GIVEN_ROLES, type GivenRole } from "#app/domain/permissions.ts";
import { MenuItem, MenuTrigger } from "#app/ui/menu.tsx";
import { asMember, type RoomMember } from "./use-members.ts";

/** The roles that `you` may give, lowest last. */
export function rolesToGive(you: RoomMember | null): readonly GivenRole[] {
  return GIVEN_ROLES.filter((role) => decideInvite(you && asMember(you), role).ok);
}

type RoleMenuProps = {
  readonly label: string;
  readonly roles: readonly GivenRole[];
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly onChoose: (role: GivenRole) => void;
};

/** A role to give. */
export function RoleMenu({ label, roles, trigger, onChoose }: RoleMenuProps) {
  const { t } = useTranslation("room");
  return (
    <MenuTrigger label={label} placement="bottom end" trigger={trigger}>
      {roles.map((role) => (
        <MenuItem key={role} onAction={() => onChoose(role)}>
          {t(`role.${role}`)}
        </MenuItem>
      ))}
    </MenuTrigger>
  );
}
