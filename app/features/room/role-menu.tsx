import type { ReactElement } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuItem, MenuTrigger } from "#app/ui/menu.tsx";

type RoleMenuProps = {
  readonly label: string;
  readonly roles: readonly GrantableRole[];
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly onChoose: (role: GrantableRole) => void;
};

/** A menu of the roles that can be granted. */
export function RoleMenu({ label, roles, trigger, onChoose }: RoleMenuProps) {
  const { t } = useTranslation();
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
