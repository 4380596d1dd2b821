import type { RoomId } from "#app/domain/ids.ts";
import { PlayerSkeleton } from "#app/features/player/player-skeleton.tsx";
import { PlaylistSkeleton } from "#app/features/playlist/playlist-skeleton.tsx";
import { CoverSkeleton, GuestBarSkeleton, ToolbarSkeleton } from "#app/features/room/room-part-skeletons.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { RoomFrame } from "./room-frame.tsx";

type RoomSkeletonProps = {
  /** The room, if its content is public. Null if the user may not be able to enter it. */
  readonly room: { readonly id: RoomId; readonly isEmpty: boolean } | null;
};

/** The layout of a room while it is loading. The server renders it: the data of the room come over its connection. */
export function RoomSkeleton({ room }: RoomSkeletonProps) {
  const { t } = useTranslation("room");
  const isGuest = useUser() === null;
  return (
    <RoomFrame
      top={isGuest && room && <GuestBarSkeleton roomId={room.id} />}
      cover={<CoverSkeleton />}
      player={<PlayerSkeleton />}
      loadingLabel={t("entering")}
    >
      <ToolbarSkeleton />
      <PlaylistSkeleton isEmpty={room?.isEmpty ?? false} />
    </RoomFrame>
  );
}
