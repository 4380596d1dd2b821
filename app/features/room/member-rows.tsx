import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MemberWithDevices } from "./people-groups.ts";
import { PersonMenu } from "./person-menu.tsx";
import { PersonRow, PersonSection } from "./person-row.tsx";
import type { MemberActions } from "./use-member-actions.ts";
import type { RoomMember } from "./use-members.ts";

type MemberRowsProps = {
  readonly title: string;
  readonly rows: readonly MemberWithDevices[];
  /** The room whose people the user may see. Null for guests. */
  readonly cardRoomId: RoomId | null;
  readonly selfId: UserId | null;
  /** The user's own membership. Null if they are not a member. */
  readonly self: RoomMember | null;
  readonly actions: MemberActions;
};

/** A section of members, each with a menu for their role. */
export function MemberRows({ title, rows, self, actions, ...row }: MemberRowsProps) {
  return (
    <PersonSection title={title} count={rows.length}>
      <ul>
        {rows.map(({ member, devices }) => (
          <MemberRow key={member.person.id} member={member} devices={devices} {...row}>
            <PersonMenu member={member} self={self} actions={actions} />
          </MemberRow>
        ))}
      </ul>
    </PersonSection>
  );
}

type MemberRowProps = MemberWithDevices & Pick<MemberRowsProps, "cardRoomId" | "selfId"> & { readonly children: JSX.Element };

function MemberRow({ member, devices, cardRoomId, selfId, children }: MemberRowProps) {
  const { t } = useTranslation(["people", "shell"]);
  const { person, role, invitedBy } = member;
  const self = person.id === selfId && t("you");
  const rest = [
    devices > 0 && t("devices", { count: devices }),
    invitedBy && (invitedBy.id === selfId ? t("invitedByYou") : t("invitedBy", { name: invitedBy.name })),
  ];
  return (
    <PersonRow
      cardRoomId={cardRoomId}
      cardFacts={[t(`shell:role.${role}`), self, ...rest]}
      person={person}
      facts={[self, role === "owner" && t("host"), ...rest]}
      isPresent={devices > 0}
    >
      {children}
    </PersonRow>
  );
}
