import { Crown, Eye, Pencil, Shield, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Role } from "#app/domain/access/permissions.ts";

const ICONS: Partial<Record<Role, ReactNode>> = {
  owner: <Crown />,
  admin: <Shield />,
  editor: <Pencil />,
  participant: <UserCheck />,
  viewer: <Eye />,
};

export function RoleIcon({ role }: { readonly role: Role }) {
  return (
    <span aria-hidden className="contents [&_svg]:size-4">
      {ICONS[role]}
    </span>
  );
}
