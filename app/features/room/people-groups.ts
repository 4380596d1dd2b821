import type { PresentPerson } from "#app/domain/access/connection.ts";
import { isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { parseSearchQuery, toSearchKey } from "#app/domain/text/search-key.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { isPending, type RoomMember } from "./use-members.ts";

/** A member with the number of their devices; 0 if they are not present. */
export type MemberWithDevices = { readonly member: RoomMember; readonly devices: number };

/** The people of a room, grouped as the people panel lists them. */
export type PeopleGroups = {
  readonly requests: readonly RoomMember[];
  readonly presentMembers: readonly MemberWithDevices[];
  readonly absentMembers: readonly RoomMember[];
  /** Signed-in users who are present without a role. */
  readonly spectators: readonly PresentPerson[];
};

/** @param search words that a name must contain; everyone matches an empty search */
export function groupPeople(
  { present }: Pick<RoomView, "present">,
  members: readonly RoomMember[],
  search: string,
): PeopleGroups {
  const words = parseSearchQuery(search);
  const isMatch = ({ person }: { readonly person: Person }) => {
    const key = toSearchKey(person.name);
    return words.every((word) => key.includes(word));
  };
  const deviceCounts = new Map(present.map(({ person, devices }) => [person.id, devices]));
  const matches = members.filter(isMatch);
  const requests = matches.filter(isPending);
  const requestingIds = new Set(requests.map(({ person }) => person.id));
  const actualMembers = matches.filter(({ role }) => isMember(role));
  return {
    requests,
    presentMembers: actualMembers.flatMap((member) => {
      const devices = deviceCounts.get(member.person.id);
      return devices ? [{ member, devices }] : [];
    }),
    absentMembers: actualMembers.filter(({ person }) => !deviceCounts.has(person.id)),
    // Managers already see a person with a request among the requests.
    spectators: present.filter((one) => !isMember(one.role) && isMatch(one) && !requestingIds.has(one.person.id)),
  };
}
