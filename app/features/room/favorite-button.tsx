import { useEffect, useMemo, useState } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { fail } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { createFavorites } from "#app/server-client/favorites.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { notify } from "#app/ui/notice-store.ts";

/** Marks the open room as a favorite. Guests are asked to sign in first. */
export function FavoriteButton({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation();
  const userId = useUser()?.id ?? null;
  const { isFavorite, mark } = useFavorite(roomId, userId);

  const press = () => {
    if (userId) mark(!isFavorite);
    else openDialog({ name: "sign-in", tab: "login", intent: { to: "favorite", roomId } });
  };
  useIntent("favorite", { accepts: (intent) => intent.roomId === roomId, run: () => mark(true) });

  return <HeartButton label={t("favorite")} isOn={isFavorite} onPress={press} />;
}

function useFavorite(roomId: RoomId, userId: UserId | null) {
  const errorText = useErrorText();
  const [isFavorite, setFavorite] = useState(false);
  const latest = useLatest();
  const favorites = useMemo(
    () =>
      createFavorites({
        store: async (id, isFavorite) =>
          userId ? mutation("rooms.toggleFavorite", { roomId: id, userId, isFavorite }) : fail("login-required"),
        show: (_id, isOn) => setFavorite(isOn),
        onRefused: (error) => notify({ variant: "error", title: errorText(error) }),
      }),
    [userId, errorText],
  );
  useEffect(() => {
    setFavorite(false);
    if (userId === null) return;
    const load = () =>
      void latest.run(
        () => query("rooms.getRoomInfoByUrl", { room_url: roomId }),
        (found) => found.ok && favorites.receive(roomId, found.value.room?.favorite_users.includes(userId) ?? false),
      );
    load();
    const stop = onPageReturn(load);
    return () => {
      stop();
      latest.cancel();
    };
  }, [roomId, userId, favorites, latest]);
  const mark = (isOn: boolean) => {
    // The mark is newer than a response that is still on its way.
    latest.cancel();
    void favorites.mark(roomId, isOn);
  };
  return { isFavorite, mark };
}

/** Calls `run` when the user returns to the page: the mark may have changed in another window. */
function onPageReturn(run: () => void): () => void {
  const runIfVisible = () => {
    if (document.visibilityState === "visible") run();
  };
  document.addEventListener("visibilitychange", runIfVisible);
  window.addEventListener("focus", runIfVisible);
  return () => {
    document.removeEventListener("visibilitychange", runIfVisible);
    window.removeEventListener("focus", runIfVisible);
  };
}
