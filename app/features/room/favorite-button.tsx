import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { fail } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { createFavorites } from "#app/server-client/favorites.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { notify } from "#app/ui/notice-store.ts";

/** Whether the open room is one of the visitor's favorites. Guests are asked in. */
export function FavoriteButton({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation();
  const viewerId = useUser()?.id ?? null;
  const { isOn, mark } = useFavorite(roomId, viewerId);

  const press = () => {
    if (viewerId) mark(!isOn);
    else openDialog({ name: "sign-in", tab: "login", intent: { to: "favorite", roomId } });
  };
  useIntent("favorite", { accepts: (intent) => intent.roomId === roomId, run: () => mark(true) });

  return <HeartButton label={t("favorite")} isOn={isOn} onPress={press} />;
}

function useFavorite(roomId: RoomId, userId: UserId | null) {
  const errorText = useErrorText();
  const [isOn, setOn] = useState(false);
  const presses = useRef(0);
  const favorites = useMemo(
    () =>
      createFavorites({
        toggle: async (id) => (userId ? mutation("rooms.toggleFavorite", { roomId: id, userId }) : fail("login-required")),
        show: (_id, isFavorite) => setOn(isFavorite),
        onDone: () => undefined,
        onRefused: (error) => notify({ variant: "error", title: errorText(error) }),
      }),
    [userId, errorText],
  );
  useEffect(() => {
    let isCurrent = true;
    setOn(false);
    if (userId === null) return;
    const look = async () => {
      const before = presses.current;
      const room = await query("rooms.get", { id: roomId });
      // what was pressed meanwhile is newer
      if (!isCurrent || !room.ok || presses.current !== before) return;
      favorites.hear(roomId, room.value.favorite_users.includes(userId));
    };
    void look();
    // it may have been pressed in another window meanwhile
    const onReturn = () => void (document.visibilityState === "visible" && look());
    document.addEventListener("visibilitychange", onReturn);
    window.addEventListener("focus", onReturn);
    return () => {
      isCurrent = false;
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("focus", onReturn);
    };
  }, [roomId, userId, favorites]);
  const mark = (isFavorite: boolean) => {
    presses.current += 1;
    void favorites.press(roomId, isFavorite);
  };
  return { isOn, mark };
}
