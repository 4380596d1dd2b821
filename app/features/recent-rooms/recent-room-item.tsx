import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import type { RecentRoom } from "#app/app-state/recent-rooms.ts";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";

type RecentRoomItemProps = {
  readonly room: RecentRoom;
  /** Whether the link loads a new document instead of changing this page. */
  readonly isDocumentLink: boolean;
  readonly onRemove: () => void;
};

/** A room with the time of the last visit. The entire item is a link. */
export function RecentRoomItem({ room, isDocumentLink, onRemove }: RecentRoomItemProps) {
  const { t, language } = useTranslation("home");
  const { id, url, name, hostName, visitedAtMs } = room;
  const visited = formatTimeAgo(visitedAtMs, Date.now(), language);
  return (
    <div className="relative flex items-center gap-3 rounded-md bg-surface py-2 pr-1 pl-2 shadow-1 transition-shadow duration-160 has-[a:hover]:shadow-2">
      <span className="size-10 shrink-0 overflow-hidden rounded-sm">
        <RoomArtwork seed={id} isActive={false} />
      </span>
      <span className="min-w-0 flex-1">
        <Link
          to={`/room/${url}`}
          reloadDocument={isDocumentLink}
          title={name}
          className="block truncate font-strong after:absolute after:inset-0 after:rounded-md focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
        >
          {name}
        </Link>
        <span className="block truncate text-small text-ink-3">{hostName ? `${hostName} · ${visited}` : visited}</span>
      </span>
      <IconButton size="sm" label={t("recent.remove", { name })} icon={<X />} onPress={onRemove} className="z-1" />
    </div>
  );
}
