import { useEffect, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";

export type RoomMember = FunctionValue<"members.list">["members"][number];
/** `members` is null until they are known. */
export type Roster = { readonly members: readonly RoomMember[] | null; readonly hasFailed: boolean };

/** Not everyone asks in the same moment. */
const SPREAD_MS = 300;
const RETRY_MS = 3000;
const UNKNOWN: Roster = { members: null, hasFailed: false };

/** Who belongs to the room. Asked for again when the room says that it has changed: `changes` counts that. */
export function useMembers(roomId: RoomId, changes: number, isWanted: boolean): Roster {
  const [roster, setRoster] = useState(UNKNOWN);

  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout>;
    let isCurrent = true;
    const ask = async () => {
      const answer = await query("members.list", { id: roomId });
      if (!isCurrent) return;
      if (answer.ok) return setRoster({ members: answer.value.members, hasFailed: false });
      setRoster((known) => ({ ...known, hasFailed: true }));
      timer = setTimeout(() => void ask(), RETRY_MS);
    };
    timer = setTimeout(() => void ask(), changes === 0 ? 0 : Math.random() * SPREAD_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [roomId, changes, isWanted]);

  return roster;
}

/** As the rules want them. */
export function asMember({ person, role, invitedBy }: RoomMember) {
  return { userId: person.id, role, invitedBy: invitedBy?.id ?? null };
}
