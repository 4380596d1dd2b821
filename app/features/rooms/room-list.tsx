import { useCallback } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIsOnline } from "#app/app-state/use-is-online.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { CardGrid } from "./card-grid.tsx";
import { CreateRoomButton } from "./create-room-button.tsx";
import { EmptyList } from "./empty-list.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { OfflineNote } from "./offline-note.tsx";
import type { FirstPage } from "./room-list-cache.ts";
import type { ListedRoom } from "./room-pages.ts";
import { useAnnounceTotal } from "./use-announce-total.ts";
import { useFavorites } from "./use-favorites.ts";
import { useHomeIntents } from "./use-home-intents.ts";
import { useLiveUpdates } from "./use-live-updates.ts";
import { type RoomList as RoomListModel, useRoomList } from "./use-room-list.ts";

/** The live list of rooms: all or the user's own, searched and sorted. */
export function RoomList({ firstPage }: { readonly firstPage: FirstPage }) {
  const viewerId = useUser()?.id ?? null;
  const isGuest = viewerId === null;
  const list = useRoomList(firstPage);
  const { cache, view } = list;
  const favorites = useFavorites(cache, viewerId);
  useLiveUpdates({ cache, firstPage, view, favorites });
  useAnnounceTotal(list);
  useHomeIntents(list, favorites);
  const isOffline = !useIsOnline() || view.error === "network";

  const onFavorite = useCallback(
    ({ room, isFavorite }: ListedRoom) => {
      if (isGuest) openDialog({ name: "sign-in", tab: "login", intent: { to: "favorite", roomId: room._id } });
      else void favorites.mark(room._id, !isFavorite);
    },
    [favorites, isGuest],
  );

  return (
    <div className="pb-24">
      <ListToolbar list={list} isGuest={isGuest} />
      {isOffline && <OfflineNote lastMessageAtMs={view.lastMessageAtMs} />}
      <ListContent list={list} isOffline={isOffline} onFavorite={onFavorite} />
      <div className="fixed bottom-[max(28px,env(safe-area-inset-bottom))] left-1/2 z-(--z-fab) -translate-x-1/2 rounded-full shadow-3 md:hidden [&_a]:rounded-full [&_button]:rounded-full">
        <CreateRoomButton isLarge />
      </div>
    </div>
  );
}

type ListContentProps = {
  readonly list: RoomListModel;
  readonly isOffline: boolean;
  readonly onFavorite: (listed: ListedRoom) => void;
};

function ListContent({ list, isOffline, onFavorite }: ListContentProps) {
  const { view, cache } = list;
  if (view.total === 0) return <EmptyList list={list} />;
  if (view.total === null && view.error && !isOffline) return <LoadError error={view.error} onRetry={cache.refresh} />;
  return <CardGrid list={list} isOffline={isOffline} onFavorite={onFavorite} />;
}

type LoadErrorProps = { readonly error: ErrorCode; readonly onRetry: () => void };

function LoadError({ error, onRetry }: LoadErrorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <EmptyState art={<RoomArtwork seed="tutti" isActive={false} hasBackground={false} />} title={errorText(error)}>
      <Button onPress={onRetry}>{t("tryAgain")}</Button>
    </EmptyState>
  );
}
