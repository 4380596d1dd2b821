import { type ReactNode, useRef } from "react";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomClosed } from "#app/features/room/room-closed.tsx";
import { useDisconnectNotice } from "#app/features/room/use-disconnect-notice.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import { OpenRoom } from "./open-room.tsx";
import { useRecordVisit } from "./use-record-visit.ts";
import { useRejoinOnSignIn } from "./use-rejoin-on-sign-in.ts";
import { useRoomUrl } from "./use-room-url.ts";

const loadAccessScreen = () => import("#app/features/room/access-screen.tsx");

type RoomPageProps = {
  readonly live: LiveRoom;
  /** The id or url in the page's path. */
  readonly address: string;
  /** Shown until the room is open. */
  readonly skeleton: ReactNode;
};

/** The page of a room in each state of its connection. */
export function RoomPage({ live, address, skeleton }: RoomPageProps) {
  const { connection } = live;
  const view = useRoomView(connection);
  useRejoinOnSignIn(connection.rejoin);
  useRoomUrl(view.state?.info ?? null);
  useRecordVisit(view, address);
  useDisconnectNotice(view.connection);
  // the id, once it is known, stays valid when the url of the room changes
  const lastAddress = useRef(address);
  lastAddress.current = view.state?.info.id ?? lastAddress.current;
  const isLockedOut = needsAccess(view);
  const access = useLazy(loadAccessScreen, isLockedOut);
  if (isLockedOut) {
    const screen = { address: lastAddress.current, connection, view, skeleton };
    return access ? <access.AccessScreen {...screen} /> : skeleton;
  }
  if (view.closeReason) return <RoomClosed reason={view.closeReason} onRejoin={connection.rejoin} />;
  if (!view.state) return <>{skeleton}</>;
  return <OpenRoom live={live} info={view.state.info} />;
}

/** Whether the user can still obtain access: with a password, or when a request is approved. */
function needsAccess({ connection, closeReason }: RoomView): boolean {
  if (connection === "waiting") return true;
  return closeReason === "password-required" || closeReason === "token-expired" || closeReason === "access-lost";
}
