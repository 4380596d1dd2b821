import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { CreateRoomButton } from "./create-room-button.tsx";
import type { RoomList } from "./use-room-list.ts";

/** Explains why the list has no rooms and offers the next step. */
export function EmptyList({ list }: { readonly list: RoomList }) {
  const { t } = useTranslation("home");
  const { query, changeQuery } = list;
  if (query.search !== "") {
    return (
      <Empty title={t("noMatch.title", { query: query.search.trim() })} text={t("noMatch.text")}>
        <Button onPress={() => changeQuery({ search: "" })}>{t("noMatch.clear")}</Button>
      </Empty>
    );
  }
  if (query.isFavoritesOnly) {
    return (
      <Empty title={t("noFavorites.title")} text={t("noFavorites.text")}>
        <Button onPress={() => changeQuery({ isFavoritesOnly: false })}>{t("noFavorites.showAll")}</Button>
      </Empty>
    );
  }
  if (query.tab === "all") {
    return (
      <Empty title={t("empty.title")} text={t("empty.text")}>
        <CreateRoomButton />
      </Empty>
    );
  }
  return (
    <Empty title={t("noMine.title")} text={t("empty.text")}>
      <CreateRoomButton />
      <Button variant="ghost" onPress={() => changeQuery({ tab: "all" })}>
        {t("noMine.lookAtAll")}
      </Button>
    </Empty>
  );
}

type EmptyProps = { readonly title: string; readonly text: string; readonly children: ReactNode };

function Empty({ title, text, children }: EmptyProps) {
  return (
    <EmptyState art={<RoomArtwork seed="tutti" isActive={false} hasBackground={false} />} title={title} text={text}>
      {children}
    </EmptyState>
  );
}
