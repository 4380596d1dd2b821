import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { GrantableRole, Role } from "#app/domain/access/permissions.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { PersonRow, PersonSection } from "./person-row.tsx";
import { RoleMenu } from "./role-menu.tsx";
import type { MemberActions } from "./use-member-actions.ts";

type SpectatorRowsProps = {
  readonly spectators: readonly PresentPerson[];
  /** The room whose people the user may see. Null for guests. */
  readonly cardRoomId: RoomId | null;
  readonly selfId: UserId | null;
  /** The roles that the user may grant. */
  readonly roles: readonly GrantableRole[];
  readonly actions: MemberActions;
};

/** Signed-in users who are present without a role. */
export function SpectatorRows({ spectators, cardRoomId, selfId, roles, actions }: SpectatorRowsProps) {
  const { t } = useTranslation("people");
  return (
    <PersonSection title={t("spectators")} count={spectators.length}>
      <ul>
        {spectators.map(({ person, role, devices }) => {
          const label = t("grantRoleLabel", { name: person.name });
          const facts = [person.id === selfId && t("you"), t(getStateKey(role)), t("devices", { count: devices })];
          // A request is decided in its own section.
          const canGrant = roles.length > 0 && person.id !== selfId && role !== "requested";
          return (
            <PersonRow key={person.id} cardRoomId={cardRoomId} person={person} facts={facts} isPresent>
              {canGrant && (
                <RoleMenu
                  label={label}
                  roles={roles}
                  trigger={
                    <Button size="sm" isBusy={actions.busyIds.has(person.id)} aria-label={label}>
                      {t("grantRole")}
                    </Button>
                  }
                  onChoose={(role) => void actions.grantRole(person, role)}
                />
              )}
            </PersonRow>
          );
        })}
      </ul>
    </PersonSection>
  );
}

function getStateKey(role: Role | null): "spectatorText" | "rejectedText" | "request.sent" {
  if (role === "rejected") return "rejectedText";
  return role === "requested" ? "request.sent" : "spectatorText";
}
