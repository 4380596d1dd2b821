import { useEffect, useState } from "react";
import { useUser } from "#app/server-client/account/use-user.ts";
import { mutation } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { hadRoomAccess, removeRoomAccessToken } from "#app/server-client/room-access-tokens.ts";
import { PasswordScreen } from "./password-screen.tsx";
import { RejectedScreen, RemovedScreen, WaitingScreen } from "./request-screens.tsx";
import { RoomClosed } from "./room-closed.tsx";
import { RoomSkeleton } from "./room-skeleton.tsx";
import { type RoomPreview, useRoomPreview } from "./use-room-preview.ts";

type AccessScreenProps = { readonly address: string; readonly connection: RoomConnection; readonly view: RoomView };

/** Shown in place of a room that the user may not enter yet, or no longer. */
export function AccessScreen({ address, connection, view }: AccessScreenProps) {
  const { closeReason } = view;
  const preview = useRoomPreview(address, view);
  const isExpired = useExpiredAccess(preview);
  useWaitForAccess(connection, view);
  if (preview === null) return <RoomSkeleton />;
  const { room } = preview;
  if (!room) return <RoomClosed reason="room-removed" />;
  const props = { room, preview, onRetry: connection.rejoin };
  if (room.role === "requested") return <WaitingScreen {...props} />;
  if (closeReason === "access-lost") return <RemovedScreen {...props} />;
  if (room.role === "rejected") return <RejectedScreen {...props} />;
  return <PasswordScreen {...props} isExpired={isExpired} />;
}

/** A signed-in user stays connected without access, so that the room opens when a member grants it. */
function useWaitForAccess(connection: RoomConnection, { closeReason }: RoomView): void {
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (isSignedIn && closeReason === "password-required") connection.rejoin();
  }, [isSignedIn, closeReason, connection]);
}

/** Whether access that this browser session had to the room has expired. Removes the token in that case (SPEC §4). */
function useExpiredAccess(preview: RoomPreview | null): boolean {
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    const room = preview?.room;
    if (!room || !preview.requiresPassword || !hadRoomAccess(room)) return;
    setExpired(true);
    removeRoomAccessToken(room);
    // Without an answer the server's token remains until its next cleanup, which is harmless.
    void mutation("rooms.cleanupExpiredTokens", {});
  }, [preview]);
  return isExpired;
}
