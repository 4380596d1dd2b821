import { useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { delay, retry } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";

export type RoomMember = FunctionValue<"members.list">["members"][number];

/** `members` is null until the list is loaded. */
export type MemberList = { readonly members: readonly RoomMember[] | null; readonly hasFailed: boolean };

/** Spreads the requests of all devices in a room after a change. */
const JITTER_MS = 300;
const RETRY_DELAY_MS = 3000;
const NOT_LOADED: MemberList = { members: null, hasFailed: false };

/**
 * The members of a room and the requests for access.
 * @param changes counts the changes that the room has announced; each loads the list again
 * @param isEnabled false loads nothing
 */
export function useMembers(roomId: RoomId, changes: number, isEnabled: boolean): MemberList {
  const [list, setList] = useState(NOT_LOADED);
  useLatestLoad({
    key: isEnabled ? `${roomId} ${changes}` : null,
    async load(signal) {
      if (changes > 0) await delay(Math.random() * JITTER_MS, signal);
      const attempt = async () => {
        const loaded = await query("members.list", { id: roomId });
        if (!loaded.ok && !signal.aborted) setList((current) => ({ ...current, hasFailed: true }));
        return loaded;
      };
      const backoff = { firstMs: RETRY_DELAY_MS, maxMs: RETRY_DELAY_MS };
      return signal.aborted ? null : retry(attempt, { shouldRetry: ({ ok }) => !ok, backoff, signal });
    },
    apply: (loaded) => loaded?.ok && setList({ members: loaded.value.members, hasFailed: false }),
  });
  return list;
}

/** Whether a manager has not answered the person's request for access or for a higher role. */
export function isPending({ request }: RoomMember): boolean {
  return request?.state === "requested";
}

/** A member as the access rules of the domain take it. */
export function toDomainMember({ person, role, invitedBy }: RoomMember) {
  return { userId: person.id, role, invitedBy: invitedBy?.id ?? null };
}
