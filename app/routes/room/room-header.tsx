import { useEffect } from "react";
import { FavoriteButton } from "#app/features/room/favorite-button.tsx";
import { Header } from "#app/features/shell/header.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

type RoomHeaderProps = {
  /** Null until the page has one. The header stays the same element, so that no press is lost when the room opens. */
  readonly connection: RoomConnection | null;
  /** The name of a room that anyone may see, until the connection is open. Null for other rooms. */
  readonly publicName: string | null;
};

const NO_VIEW = createStore<RoomView | null>(null);

/** The room's name and favorite button. A room without a visible name has a generic title. */
export function RoomHeader({ connection, publicName }: RoomHeaderProps) {
  const { t } = useTranslation();
  const info = useStore<RoomView | null>(connection?.view ?? NO_VIEW)?.state?.info;
  const name = info?.name ?? publicName;
  useEffect(() => {
    // The room may be renamed while it is open.
    document.title = `${name ?? t("room")} · Tutti`;
  }, [name, t]);
  return <Header title={name ?? t("room")} beside={info && <FavoriteButton roomId={info.id} />} />;
}
