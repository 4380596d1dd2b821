import { type ComponentType, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { FavoriteButton } from "./favorite-button.tsx";

type HeaderProps = { readonly title: string; readonly beside?: ReactNode };
type RoomHeaderProps = {
  readonly connection: RoomConnection;
  /** Of a room that anyone may know of, until it is open. */
  readonly knownName: string | null;
  /** The page's header, which the room only fills. */
  readonly Header: ComponentType<HeaderProps>;
};

/** The room's name and its heart; before it is open, only that it is a room. */
export function RoomHeader({ connection, knownName, Header }: RoomHeaderProps) {
  const { t } = useTranslation();
  const info = useRoomView(connection).state?.info;
  const name = info?.name ?? knownName;
  useEffect(() => {
    // a room may be renamed while it is open
    document.title = `${name ?? t("room")} · Tutti`;
  }, [name, t]);
  return <Header title={name ?? t("room")} beside={info && <FavoriteButton roomId={info.id} />} />;
}
