import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useGuestName } from "#app/app-state/guest-name.ts";
import { listGrantableRoles } from "#app/domain/access/members.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { AddPerson } from "./add-person.tsx";
import { listNamedGuests } from "./guest-list.ts";
import { GuestRows } from "./guest-rows.tsx";
import { MemberRows } from "./member-rows.tsx";
import { groupPeople } from "./people-groups.ts";
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
      <PeopleList roomId={roomId} view={view} members={memberList.members ?? NO_MEMBERS} search={search} actions={actions} />
    </Panel>
  );
}

type PeopleListProps = {
  readonly roomId: RoomId;
  readonly view: RoomView;
  readonly members: readonly RoomMember[];
  readonly search: string;
  readonly actions: MemberActions;
};

function PeopleList({ roomId, view, members, search, actions }: PeopleListProps) {
  const { t } = useTranslation("people");
  const selfId = view.self.userId;
  const self = members.find(({ person }) => person.id === selfId) ?? null;
  const roles = listGrantableRoles(view.self.effectiveRole);
  const { requests, presentMembers, absentMembers, spectators } = groupPeople(view, members, search);
  const guests = useGuests(view, search);
  const people = requests.length + presentMembers.length + absentMembers.length + spectators.length;
  const cardRoomId = selfId && roomId;
  const rowProps = { cardRoomId, selfId, self, actions };
  return (
    <>
      {requests.length > 0 && <RequestRows requests={requests} roles={roles} actions={actions} />}
      {presentMembers.length > 0 && <MemberRows title={t("here")} rows={presentMembers} {...rowProps} />}
      {absentMembers.length > 0 && (
        <MemberRows title={t("notHere")} rows={absentMembers.map((member) => ({ member, devices: 0 }))} {...rowProps} />
      )}
      {spectators.length > 0 && (
        <SpectatorRows spectators={spectators} cardRoomId={cardRoomId} selfId={selfId} roles={roles} actions={actions} />
      )}
      {guests.total > 0 && <GuestRows {...guests} />}
      {search !== "" && people + guests.total === 0 && (
        <p className="px-3 py-6 text-center text-small text-ink-3">{t("noneFound")}</p>
      )}
    </>
  );
}

/** The guests that the panel lists. A search finds those with a name. */
function useGuests({ self, guests, guestNames }: RoomView, search: string) {
  const isGuest = self.userId === null;
  const ownName = useGuestName();
  const named = listNamedGuests(guestNames, { search, ownName: isGuest ? ownName : null });
  if (search !== "") return { total: named.length, named, unnamed: 0, isGuest: false };
  return { total: guests, named, unnamed: guests - guestNames.length, isGuest };
}
