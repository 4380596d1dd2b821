import { useRecentRooms } from "#app/app-state/use-recent-rooms.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RecentRoomSection } from "./recent-room-section.tsx";

/** All rooms that this browser has opened lately, for the page without a connection. */
export function OfflineRecentRooms() {
  const { t } = useTranslation("offline");
  const { rooms } = useRecentRooms();
  if (rooms.length === 0) return null;
  return (
    <RecentRoomSection rooms={rooms} layout="column" isDocumentLink>
      <p className="text-ink-2">{t("rooms")}</p>
    </RecentRoomSection>
  );
}
