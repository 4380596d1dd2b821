import { isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { searchKey, searchWords } from "#app/domain/text/search-key.ts";
import type { PresentPerson } from "#app/protocol/room-messages.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import type { RoomMember } from "./use-members.ts";

/** The people of a room as its panel shows them. */
export type PeopleGroups = {
  readonly requests: readonly RoomMember[];
  /** Members who are here now, with the devices they are here on. */
  readonly here: readonly { readonly member: RoomMember; readonly devices: number }[];
  readonly notHere: readonly RoomMember[];
  /** Signed in and here, without a role. */
  readonly spectators: readonly PresentPerson[];
};

/** @param search words that a name must hold; empty: everyone */
export function groupPeople(
  { present }: Pick<RoomView, "present">,
  members: readonly RoomMember[],
  search: string,
): PeopleGroups {
  const words = searchWords(search);
  const isFound = ({ person }: { readonly person: Person }) => {
    const name = searchKey(person.name);
    return words.every((word) => name.includes(word));
  };
  const devices = new Map(present.map((one) => [one.person.id, one.devices]));
  const found = members.filter(isFound);
  const requests = found.filter(({ role }) => role === "requested");
  const asking = new Set(requests.map(({ person }) => person.id));
  const belonging = found.filter(({ role }) => isMember(role));
  return {
    requests,
    here: belonging.flatMap((member) => {
      const count = devices.get(member.person.id);
      return count ? [{ member, devices: count }] : [];
    }),
    notHere: belonging.filter(({ person }) => !devices.has(person.id)),
    // who asks stands above already, for those who see requests
    spectators: present.filter((one) => !isMember(one.role) && isFound(one) && !asking.has(one.person.id)),
  };
}
