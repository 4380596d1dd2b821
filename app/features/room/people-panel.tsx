import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listGrantableRoles } from "#app/domain/access/members.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { AddPerson } from "./add-person.tsx";
import { MemberRows } from "./member-rows.tsx";
import { groupPeople } from "./people-groups.ts";
import { PersonSection } from "./person-row.tsx";
import { RequestRows } from "./request-rows.tsx";
import { SpectatorRows } from "./spectator-rows.tsx";
import { type MemberActions, useMemberActions } from "./use-member-actions.ts";
import type { MemberList, RoomMember } from "./use-members.ts";

type PeoplePanelProps = {
  readonly roomId: RoomId;
  readonly view: RoomView;
  readonly memberList: MemberList;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
};

const NO_MEMBERS: readonly RoomMember[] = [];

/** The members of the room and everyone present, with the actions that the user may perform on them. */
export function PeoplePanel({ roomId, view, memberList, isOpen, onOpenChange }: PeoplePanelProps) {
  const { t } = useTranslation("people");
  const [search, setSearch] = useState("");
  const [isAdding, setAdding] = useState(false);
  const actions = useMemberActions(roomId);
  const { present, guests } = view;
  const roles = listGrantableRoles(view.self.effectiveRole);
  const addButton = roles.length > 0 && (
    <Button size="sm" icon={<UserPlus />} aria-expanded={isAdding} onPress={() => setAdding(!isAdding)}>
      {t("add")}
    </Button>
  );
  return (
    <Panel title={t("title")} count={present.length + guests} isOpen={isOpen} onOpenChange={onOpenChange} actions={addButton}>
      {isAdding && <AddPerson roomId={roomId} roles={roles} onClose={() => setAdding(false)} />}
      <SearchField label={t("find")} value={search} onChange={setSearch} className="mx-3 my-1" />
      {memberList.hasFailed && !memberList.members && <p className="px-3 py-2 text-small text-danger-ink">{t("failed")}</p>}
      <PeopleList view={view} members={memberList.members ?? NO_MEMBERS} search={search} actions={actions} />
      {guests > 0 && search === "" && (
        <PersonSection title={t("guests")} count={guests}>
          <p className="px-3 text-small text-ink-3">{t("guestsText")}</p>
        </PersonSection>
      )}
    </Panel>
  );
}

type PeopleListProps = {
  readonly view: RoomView;
  readonly members: readonly RoomMember[];
  readonly search: string;
  readonly actions: MemberActions;
};

function PeopleList({ view, members, search, actions }: PeopleListProps) {
  const { t } = useTranslation("people");
  const selfId = view.self.userId;
  const self = members.find(({ person }) => person.id === selfId) ?? null;
  const roles = listGrantableRoles(view.self.effectiveRole);
  const { requests, presentMembers, absentMembers, spectators } = groupPeople(view, members, search);
  const total = requests.length + presentMembers.length + absentMembers.length + spectators.length;
  const rowProps = { selfId, self, actions };
  return (
    <>
      {requests.length > 0 && <RequestRows requests={requests} roles={roles} actions={actions} />}
      {presentMembers.length > 0 && <MemberRows title={t("here")} rows={presentMembers} {...rowProps} />}
      {absentMembers.length > 0 && (
        <MemberRows title={t("notHere")} rows={absentMembers.map((member) => ({ member, devices: 0 }))} {...rowProps} />
      )}
      {spectators.length > 0 && <SpectatorRows spectators={spectators} selfId={selfId} roles={roles} actions={actions} />}
      {search !== "" && total === 0 && <p className="px-3 py-6 text-center text-small text-ink-3">{t("noneFound")}</p>}
    </>
  );
}
