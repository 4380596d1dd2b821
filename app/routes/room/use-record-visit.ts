import { useEffect } from "react";
import { type RecentRoom, recordVisit, removeRecentRoom } from "#app/app-state/recent-rooms.ts";
import { type EffectiveRole, isMember } from "#app/domain/access/permissions.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** Records an open room as visited, and removes it from the visited ones when it no longer exists. */
export function useRecordVisit({ state, self, closeReason }: RoomView, address: string): void {
  const { userId, effectiveRole } = self;
  const info = state?.info;
  useEffect(() => {
    if (info) recordVisit(userId, toRecentRoom(info, effectiveRole, Date.now()));
  }, [info, userId, effectiveRole]);

  const isRemoved = closeReason === "room-removed";
  const idOrUrl = info?.id ?? address;
  useEffect(() => {
    if (isRemoved) removeRecentRoom(idOrUrl);
  }, [isRemoved, idOrUrl]);
}

function toRecentRoom(info: RoomInfo, role: EffectiveRole, visitedAtMs: number): RecentRoom {
  const { id, url, name, owner } = info;
  const isOwn = role !== "guest" && role !== "spectator" && isMember(role);
  return { id, url, name, hostName: hasPublicContent(info) ? owner.name : null, isMember: isOwn, visitedAtMs };
}
