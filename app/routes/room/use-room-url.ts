import { useEffect, useRef } from "react";
import type { RoomInfo } from "#app/domain/room/room.ts";

/** Updates the address when the url of the open room changes, so that a reload finds the room. */
export function useRoomUrl(info: RoomInfo | null): void {
  const lastUrl = useRef(info?.url);
  useEffect(() => {
    const previous = lastUrl.current;
    lastUrl.current = info?.url;
    if (!info || !previous || previous === info.url || !location.pathname.endsWith(`/${previous}`)) return;
    history.replaceState(history.state, "", `/room/${info.url}`);
  }, [info]);
}
