import { useRef } from "react";
import { AccessScreen } from "#app/features/room/access-screen.tsx";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomClosed } from "#app/features/room/room-closed.tsx";
import { RoomSkeleton } from "#app/features/room/room-skeleton.tsx";
import { useDisconnectNotice } from "#app/features/room/use-disconnect-notice.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { OpenRoom } from "./open-room.tsx";
import { useRejoinOnSignIn } from "./use-rejoin-on-sign-in.ts";
import { useRoomUrl } from "./use-room-url.ts";

/** The page of a room in each state of its connection. `address` is the id or url in the page's path. */
export function RoomPage({ live, address }: { readonly live: LiveRoom; readonly address: string }) {
  const { connection } = live;
  const view = useRoomView(connection);
  useRejoinOnSignIn(connection.rejoin);
  useRoomUrl(view.state?.info ?? null);
  useDisconnectNotice(view.connection);
  // the id, once it is known, stays valid when the url of the room changes
  const lastAddress = useRef(address);
  lastAddress.current = view.state?.info.id ?? lastAddress.current;
  if (needsAccess(view)) return <AccessScreen address={lastAddress.current} connection={connection} view={view} />;
  if (view.closeReason) return <RoomClosed reason={view.closeReason} />;
  if (!view.state) return <RoomSkeleton />;
  return <OpenRoom live={live} info={view.state.info} />;
}

/** Whether the user can still obtain access: with a password, or when a request is approved. */
function needsAccess({ connection, closeReason }: RoomView): boolean {
  if (connection === "waiting") return true;
  return closeReason === "password-required" || closeReason === "token-expired" || closeReason === "access-lost";
}
