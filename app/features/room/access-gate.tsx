import { useEffect, useState } from "react";
import { useUser } from "#app/server-client/account/use-user.ts";
import { mutation } from "#app/server-client/functions.ts";
import { hadRoomAccess, removeRoomAccessToken } from "#app/server-client/room/room-access-tokens.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { PasswordGate } from "./password-gate.tsx";
import { DeniedGate, ExpelledGate, WaitingGate } from "./request-gates.tsx";
import { RoomClosed } from "./room-closed.tsx";
import { RoomSkeleton } from "./room-skeleton.tsx";
import { useOutside } from "./use-room-info.ts";

/** Before a room that is not open to the visitor: a password, a wait, a denial, or a good-bye. */
export function Gate({ address, connection, view }: { address: string; connection: RoomConnection; view: RoomView }) {
  const { closeReason } = view;
  const outside = useOutside(address, view);
  const room = outside?.room ?? null;
  const [isExpired, setExpired] = useState(false);
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    // who was shut out stands at the gate like others: somebody may let them in
    if (isSignedIn && closeReason === "password-required") connection.rejoin();
  }, [isSignedIn, closeReason, connection]);
  useEffect(() => {
    if (!room || !outside?.requiresPassword || !hadRoomAccess(room)) return;
    setExpired(true);
    // what has run out opens nothing any more, here and there (SPEC §4); that it stays there a while would do no harm
    removeRoomAccessToken(room);
    void mutation("rooms.cleanupExpiredTokens", {});
  }, [outside, room]);
  if (outside === null) return <RoomSkeleton />;
  if (!room) return <RoomClosed reason="room-removed" />;
  const gate = { room, outside, onRetry: connection.rejoin };
  if (room.role === "requested") return <WaitingGate {...gate} />;
  if (closeReason === "access-lost") return <ExpelledGate {...gate} />;
  if (room.role === "rejected") return <DeniedGate {...gate} />;
  return <PasswordGate {...gate} isExpired={isExpired} />;
}
