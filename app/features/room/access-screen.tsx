import { type ReactNode, useEffect } from "react";
import { useUser } from "#app/server-client/account/use-user.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { PasswordScreen } from "./password-screen.tsx";
import { RejectedScreen, RemovedScreen, WaitingScreen } from "./request-screens.tsx";
import { RoomClosed } from "./room-closed.tsx";
import { useRoomPreview } from "./use-room-preview.ts";
import { useTokenError } from "./use-token-error.ts";

type AccessScreenProps = {
  readonly address: string;
  readonly connection: RoomConnection;
  readonly view: RoomView;
  /** Shown until the room's preview is loaded. */
  readonly skeleton: ReactNode;
};

/** Shown in place of a room that the user may not enter yet, or no longer. */
export function AccessScreen({ address, connection, view, skeleton }: AccessScreenProps) {
  const { closeReason } = view;
  const preview = useRoomPreview(address, view);
  const tokenError = useTokenError(preview);
  useWaitForAccess(connection, view);
  if (preview === null) return <>{skeleton}</>;
  const { room } = preview;
  if (!room) return <RoomClosed reason="room-removed" onRejoin={connection.rejoin} />;
  const props = { room, preview, onRetry: connection.rejoin };
  if (room.role === "requested") return <WaitingScreen {...props} />;
  if (closeReason === "access-lost") return <RemovedScreen {...props} />;
  if (room.role === "rejected") return <RejectedScreen {...props} />;
  return <PasswordScreen {...props} tokenError={tokenError} />;
}

/** A signed-in user stays connected without access, so that the room opens when a member grants it. */
function useWaitForAccess(connection: RoomConnection, { closeReason }: RoomView): void {
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (isSignedIn && closeReason === "password-required") connection.rejoin();
  }, [isSignedIn, closeReason, connection]);
}
