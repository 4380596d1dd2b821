import { useEffect } from "react";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { GuestBarBox } from "./guest-bar-box.tsx";
import { GuestNameButton } from "./guest-name-button.tsx";
import { shareGuestName } from "./share-guest-name.ts";

type GuestBarProps = { readonly info: RoomInfo; readonly connection: RoomConnection };

/** Explains to guests what they can do in the room, lets them choose a name and offers to sign in. */
export function GuestBar({ info, connection }: GuestBarProps) {
  const { t } = useTranslation("room");
  useEffect(() => shareGuestName(connection), [connection]);
  const rights = t(info.guestsMayControl ? "guestBarControl" : "guestBar");
  return (
    <GuestBarBox roomId={info.id} rights={rights} rest={t(info.guestsMayAdd ? "guestBarRestAdd" : "guestBarRest")}>
      <GuestNameButton />
    </GuestBarBox>
  );
}
