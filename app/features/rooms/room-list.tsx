import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIsOnline } from "#app/app-state/use-is-online.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { ScrollToTop } from "#app/ui/scroll-to-top.tsx";
import { CardGrid } from "./card-grid.tsx";
import { CreateRoomButton } from "./create-room-button.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { OfflineNote } from "./offline-note.tsx";
import type { FirstPage } from "./room-list-cache.ts";
import type { ListedRoom } from "./room-pages.ts";
import { useAnnouncedTotal } from "./use-announced-total.ts";
import { useFavorites } from "./use-favorites.ts";
import { useHomeIntents } from "./use-home-intents.ts";
import { useLiveList } from "./use-live-list.ts";
import { useRoomList } from "./use-room-list.ts";

/** The rooms, live: all of them or one's own, searched and sorted. */
export function RoomList({ first }: { readonly first: FirstPage }) {
  const viewerId = useUser()?.id ?? null;
  const isGuest = viewerId === null;
  const list = useRoomList(first);
  const { shelf, view } = list;
  const favorites = useFavorites(shelf, viewerId);
  useLiveList({ shelf, viewerId, view, favorites });
  useAnnouncedTotal(list);
  useHomeIntents(list, favorites);
  const isOffline = !useIsOnline() || view.error === "network";

  const onFavorite = useCallback(
    ({ room, isFavorite }: ListedRoom) => {
      if (isGuest) openDialog({ name: "sign-in", tab: "login", intent: { to: "favorite", roomId: room._id } });
      else void favorites.press(room._id, !isFavorite);
    },
    [favorites, isGuest],
  );

  return (
    <div className="pb-24">
      <ListToolbar list={list} isGuest={isGuest} />
      {isOffline && <OfflineNote lastMessageAtMs={view.lastMessageAtMs} />}
      {view.total === 0 ? (
        <ListEmpty list={list} />
      ) : view.total === null && view.error && !isOffline ? (
        <ListFailed error={view.error} onRetry={shelf.refresh} />
      ) : (
        <CardGrid list={list} isOffline={isOffline} onFavorite={onFavorite} />
      )}
      <div className="fixed bottom-[max(28px,env(safe-area-inset-bottom))] left-1/2 z-(--z-fab) -translate-x-1/2 rounded-full shadow-3 md:hidden [&_a]:rounded-full [&_button]:rounded-full">
        <CreateRoomButton isLarge />
      </div>
      <ScrollToTop />
    </div>
  );
}

type ListFailedProps = { readonly error: Parameters<ReturnType<typeof useErrorText>>[0]; readonly onRetry: () => void };

function ListFailed({ error, onRetry }: ListFailedProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <EmptyState art={<RoomArtwork seed="tutti" isLit={false} hasGround={false} />} title={errorText(error)}>
      <Button onPress={onRetry}>{t("tryAgain")}</Button>
    </EmptyState>
  );
}
