import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { grantableRoles } from "#app/domain/access/members.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { AddPerson } from "./add-person.tsx";
import { groupPeople } from "./people-groups.ts";
import { PersonMenu } from "./person-menu.tsx";
import { PersonRow, PersonSection } from "./person-row.tsx";
import { RequestRows } from "./request-rows.tsx";
import { SpectatorRows } from "./spectator-rows.tsx";
import { useMemberActions } from "./use-member-actions.ts";
import type { RoomMember, Roster } from "./use-members.ts";

type PeoplePanelProps = {
  readonly roomId: RoomId;
  readonly view: RoomView;
  readonly roster: Roster;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
};

/** Who belongs to the room, who is in it now, and what may be done about them. */
export function PeoplePanel({ roomId, view, roster, isOpen, onOpenChange }: PeoplePanelProps) {
  const { t } = useTranslation("people");
  const [search, setSearch] = useState("");
  const [isAdding, setAdding] = useState(false);
  const actions = useMemberActions(roomId);
  const { present, anonymous } = view;
  const self = view.self.userId;
  const members = roster.members ?? [];
  const own = members.find(({ person }) => person.id === self) ?? null;
  const roles = grantableRoles(view.self.effectiveRole);
  const { requests, here, notHere, spectators } = groupPeople(view, members, search);
  const found = requests.length + here.length + notHere.length + spectators.length;

  const row = (member: RoomMember, devices: number) => (
    <PersonRow key={member.person.id} person={member.person} facts={factsOf(member, devices)} isHere={devices > 0}>
      <PersonMenu member={member} self={own} actions={actions} />
    </PersonRow>
  );
  const factsOf = ({ person, role, invitedBy }: RoomMember, devices: number) => [
    person.id === self && t("you"),
    role === "owner" && t("host"),
    devices > 0 && t("devices", { count: devices }),
    invitedBy && (invitedBy.id === self ? t("invitedByYou") : t("invitedBy", { name: invitedBy.name })),
  ];

  return (
    <Panel
      title={t("title")}
      count={present.length + anonymous}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      actions={
        roles.length > 0 && (
          <Button size="sm" icon={<UserPlus />} aria-expanded={isAdding} onPress={() => setAdding(!isAdding)}>
            {t("add")}
          </Button>
        )
      }
    >
      {isAdding && <AddPerson roomId={roomId} roles={roles} onClose={() => setAdding(false)} />}
      <SearchField label={t("find")} value={search} onChange={setSearch} className="mx-3 my-1" />
      {roster.hasFailed && !roster.members && <p className="px-3 py-2 text-small text-danger-ink">{t("failed")}</p>}
      {requests.length > 0 && <RequestRows requests={requests} roles={roles} actions={actions} />}
      {here.length > 0 && <People title={t("here")}>{here.map(({ member, devices }) => row(member, devices))}</People>}
      {notHere.length > 0 && <People title={t("notHere")}>{notHere.map((member) => row(member, 0))}</People>}
      {spectators.length > 0 && <SpectatorRows spectators={spectators} self={self} roles={roles} actions={actions} />}
      {search !== "" && found === 0 && <p className="px-3 py-6 text-center text-small text-ink-3">{t("nobodyFound")}</p>}
      {anonymous > 0 && search === "" && (
        <PersonSection title={t("anonymous")} count={anonymous}>
          <p className="px-3 text-small text-ink-3">{t("anonymousText")}</p>
        </PersonSection>
      )}
    </Panel>
  );
}

function People({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  return (
    <PersonSection title={title} count={children.length}>
      <ul>{children}</ul>
    </PersonSection>
  );
}
