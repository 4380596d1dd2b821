import { useEffect } from "react";
import { isListOf } from "#app/app-state/recent-rooms.ts";
import { useRecentRooms } from "#app/app-state/use-recent-rooms.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import { endRecentSpace, RECENT_SPACE, RecentSpace } from "./recent-space.tsx";

const loadSection = () => import("./recent-room-section.tsx");

/** The recently visited rooms that are not among the visitor's own, which have a list of their own. */
export function HomeRecentRooms() {
  const userId = useUser()?.id ?? null;
  const recent = useRecentRooms();
  const rooms = isListOf(recent, userId) ? recent.rooms.filter(({ isMember }) => !isMember) : [];
  const section = useLazy(loadSection, rooms.length > 0);
  useEffect(endRecentSpace, []);
  if (rooms.length === 0) return <RecentSpace userId={userId} />;
  return section ? <section.RecentRoomSection rooms={rooms} layout="row" /> : <div className={RECENT_SPACE} />;
}
