import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { mutation, query } from "#app/backend/call.ts";
import { openDialog } from "#app/backend/dialogs.ts";
import { useIntent } from "#app/backend/intent.ts";
import { useUser } from "#app/backend/use-user.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { notify } from "#app/ui/notice-store.ts";

/** Whether the open room is one of the visitor's favorites. Guests are asked in. */
export function FavoriteButton({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation();
  const user = useUser();
  const errorText = useErrorText();
  const [isOn, setOn] = useFavorite(roomId, user?.id ?? null);

  const mark = async (wanted: boolean, viewer: SessionUser) => {
    // shown at once, and taken back where it did not work
    setOn(wanted);
    const args = { roomId, userId: viewer.id };
    const toggled = await mutation("rooms.toggleFavorite", args);
    // it was marked already, before somebody signed in or in another window: back to what is wanted
    const settled = toggled.ok && toggled.value.isFavorite !== wanted ? await mutation("rooms.toggleFavorite", args) : toggled;
    setOn(settled.ok ? settled.value.isFavorite : !wanted);
    if (!settled.ok) notify({ title: errorText(settled.error), variant: "error" });
  };
  const press = () => {
    if (user) void mark(!isOn, user);
    else openDialog({ name: "sign-in", tab: "login", intent: { to: "favorite", roomId } });
  };
  useIntent("favorite", {
    accepts: (intent) => intent.roomId === roomId,
    run: () => user && void mark(true, user),
  });

  return <HeartButton label={t("favorite")} isOn={isOn} onPress={press} />;
}

function useFavorite(roomId: RoomId, userId: UserId | null): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  const presses = useRef(0);
  useEffect(() => {
    let isCurrent = true;
    setOn(false);
    if (userId === null) return;
    const look = async () => {
      const before = presses.current;
      const room = await query("rooms.get", { id: roomId });
      // what was pressed meanwhile is newer
      if (isCurrent && room.ok && presses.current === before) setOn(room.value.favorite_users.includes(userId));
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
  }, [roomId, userId]);
  const press = (next: boolean) => {
    presses.current += 1;
    setOn(next);
  };
  return [isOn, press];
}
