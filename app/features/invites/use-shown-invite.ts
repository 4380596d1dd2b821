import { useState } from "react";
import type { InviteId, RoomId } from "#app/domain/ids.ts";
import { type Invite, toInviteAddress } from "./invite.ts";
import { useInvites } from "./use-invites.ts";

type ShownInviteOptions = { readonly roomId: RoomId; readonly roomUrl: string; readonly canInvite: boolean };

/** The room's invites, and which link is shown: that of `shown`, or the room's own link while `shown` is null. */
export function useShownInvite({ roomId, roomUrl, canInvite }: ShownInviteOptions) {
  const invites = useInvites(roomId, canInvite);
  const { list } = invites;
  const [shownId, setShownId] = useState<InviteId | null>(null);
  // a revoked invite is no longer in the list, so the room's own link takes its place
  const shown = list.status === "ready" ? (list.invites.find(({ id }) => id === shownId) ?? null) : null;
  return {
    invites,
    shown,
    address: shown ? toInviteAddress(shown) : `${location.origin}/room/${roomUrl}`,
    show: ({ id }: Invite) => setShownId(id),
    showRoomLink: () => setShownId(null),
  };
}
