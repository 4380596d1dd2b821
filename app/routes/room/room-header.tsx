import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { FavoriteButton } from "#app/features/room/favorite-button.tsx";
import { Header } from "#app/features/shell/header.tsx";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";

type RoomHeaderProps = {
  readonly connection: RoomConnection;
  /** The name of a room that anyone may see, until the connection is open. Null for other rooms. */
  readonly publicName: string | null;
};

/** The room's name and favorite button. A room without a visible name has a generic title. */
export function RoomHeader({ connection, publicName }: RoomHeaderProps) {
  const { t } = useTranslation();
  const info = useRoomView(connection).state?.info;
  const name = info?.name ?? publicName;
  useEffect(() => {
    // The room may be renamed while it is open.
    document.title = `${name ?? t("room")} · Tutti`;
  }, [name, t]);
  return <Header title={name ?? t("room")} beside={info && <FavoriteButton roomId={info.id} />} />;
}
