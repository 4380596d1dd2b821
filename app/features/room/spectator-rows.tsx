import { useTranslation } from "react-i18next";
import type { GrantableRole, Role } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { PresentPerson } from "#app/protocol/room-messages.ts";
import { Button } from "#app/ui/button.tsx";
import { PersonRow, PersonSection } from "./person-row.tsx";
import { RoleMenu } from "./role-menu.tsx";
import type { MemberActions } from "./use-member-actions.ts";

type SpectatorRowsProps = {
  readonly spectators: readonly PresentPerson[];
  readonly self: UserId | null;
  /** Those that the visitor may give. */
  readonly roles: readonly GrantableRole[];
  readonly actions: MemberActions;
};

/** Who is here and signed in, without a role. */
export function SpectatorRows({ spectators, self, roles, actions }: SpectatorRowsProps) {
  const { t } = useTranslation("people");
  return (
    <PersonSection title={t("spectators")} count={spectators.length}>
      <ul>
        {spectators.map(({ person, role, devices }) => {
          const label = t("giveRoleLabel", { name: person.name });
          const facts = [person.id === self && t("you"), t(stateOf(role)), t("devices", { count: devices })];
          // who asks is answered above
          const mayGive = roles.length > 0 && person.id !== self && role !== "requested";
          return (
            <PersonRow key={person.id} person={person} facts={facts} isHere>
              {mayGive && (
                <RoleMenu
                  label={label}
                  roles={roles}
                  trigger={
                    <Button size="sm" isBusy={actions.busy.has(person.id)} aria-label={label}>
                      {t("grantRole")}
                    </Button>
                  }
                  onChoose={(chosen) => void actions.grantRole(person, chosen)}
                />
              )}
            </PersonRow>
          );
        })}
      </ul>
    </PersonSection>
  );
}

function stateOf(role: Role | null): "spectatorText" | "deniedText" | "request.sent" {
  if (role === "rejected") return "deniedText";
  return role === "requested" ? "request.sent" : "spectatorText";
}
